#include "typeface.h"

#include <ft2build.h>
#include FT_FREETYPE_H

namespace ocr {

struct Typeface::Face {
  ~Face() {
    if (face) FT_Done_Face(face);
    if (library) FT_Done_FreeType(library);
  }
  FT_Library library = nullptr;
  FT_Face face = nullptr;
};

namespace {

/// The code point that starts at `at`, which moves behind it. Bytes that are not UTF-8 give the replacement character.
uint32_t next_code_point(const std::string& text, size_t& at) {
  const auto first = static_cast<uint8_t>(text[at++]);
  const int more = first < 0x80 ? 0 : first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : first >= 0xc0 ? 1 : -1;
  if (more < 0) return 0xfffd;
  uint32_t code = more == 0 ? first : first & (0x3fu >> more);
  for (int i = 0; i < more; ++i) {
    if (at == text.size() || (static_cast<uint8_t>(text[at]) & 0xc0) != 0x80) return 0xfffd;
    code = code << 6 | (static_cast<uint8_t>(text[at++]) & 0x3f);
  }
  return code;
}

void draw_glyph(Image& image, const FT_GlyphSlot glyph, int left, int baseline, Colour colour) {
  const FT_Bitmap& map = glyph->bitmap;
  for (int y = 0; y < static_cast<int>(map.rows); ++y) {
    for (int x = 0; x < static_cast<int>(map.width); ++x) {
      blend(image, left + glyph->bitmap_left + x, baseline - glyph->bitmap_top + y, colour, map.buffer[y * map.pitch + x]);
    }
  }
}

}  // namespace

gearbox::Result<Typeface> Typeface::open(const std::string& path) {
  auto face = std::make_shared<Face>();
  if (FT_Init_FreeType(&face->library) != 0) return gearbox::internal_error("FreeType does not start");
  if (FT_New_Face(face->library, path.c_str(), 0, &face->face) != 0) {
    return gearbox::not_found(path + ": no font; install fonts-dejavu-core or name another font with --font");
  }
  return Typeface(std::move(face));
}

int Typeface::draw(Image& image, const std::string& text, int size, int left, int baseline, Colour colour) const {
  const FT_Face face = face_->face;
  FT_Set_Pixel_Sizes(face, 0, static_cast<FT_UInt>(size));
  FT_Pos pen = static_cast<FT_Pos>(left) * 64;
  for (size_t at = 0; at < text.size();) {
    if (FT_Load_Char(face, next_code_point(text, at), FT_LOAD_RENDER) != 0) continue;
    draw_glyph(image, face->glyph, static_cast<int>(pen / 64), baseline, colour);
    pen += face->glyph->advance.x;
  }
  return static_cast<int>((pen + 63) / 64);
}

}  // namespace ocr
