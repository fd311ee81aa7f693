#include "png_file.h"

#include <png.h>

namespace ocr {

using gearbox::invalid_argument;

gearbox::Result<Image> read_png(const std::string& path) {
  png_image file{};
  file.version = PNG_IMAGE_VERSION;
  if (!png_image_begin_read_from_file(&file, path.c_str())) return invalid_argument(path + ": cannot be read as a PNG: " + file.message);
  file.format = PNG_FORMAT_RGB;
  Image image(static_cast<int>(file.width), static_cast<int>(file.height), {});
  const png_color white = {255, 255, 255};
  if (!png_image_finish_read(&file, &white, image.rgb.data(), 0, nullptr))
    return invalid_argument(path + ": a damaged PNG: " + file.message);
  return image;
}

gearbox::Status write_png(const Image& image, const std::string& path) {
  png_image file{};
  file.version = PNG_IMAGE_VERSION;
  file.width = static_cast<png_uint_32>(image.width);
  file.height = static_cast<png_uint_32>(image.height);
  file.format = PNG_FORMAT_RGB;
  if (!png_image_write_to_file(&file, path.c_str(), 0, image.rgb.data(), 0, nullptr))
    return invalid_argument(path + ": cannot be written: " + file.message);
  return {};
}

}  // namespace ocr
