#pragma once

#include <string>

#include "base/status.h"
#include "image.h"

namespace ocr {

/// Reads any PNG as red, green, blue; transparency is put over white.
gearbox::Result<Image> read_png(const std::string& path);
gearbox::Status write_png(const Image& image, const std::string& path);

}  // namespace ocr
