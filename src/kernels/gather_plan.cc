#include "kernels/gather_plan.h"

#include <cstring>

#include "kernels/gemm_blocking.h"

namespace gearbox::kernels {

GatherPlan::GatherPlan(int64_t outer, int64_t extent, int64_t row_bytes, std::span<const int64_t> rows)
    : outer_(outer), row_bytes_(row_bytes), in_bytes_(extent * row_bytes), out_bytes_(static_cast<int64_t>(rows.size()) * row_bytes) {
  if ((row_bytes == 4 || row_bytes == 8) && extent <= INT32_MAX) {
    elements_.assign(rows.begin(), rows.end());
    return;
  }
  for (const int64_t row : rows) {
    if (!runs_.empty() && runs_.back().from + runs_.back().bytes == row * row_bytes) {
      runs_.back().bytes += row_bytes;
    } else {
      runs_.push_back({row * row_bytes, row_bytes});
    }
  }
}

template <class Element>
void GatherPlan::copy_elements(const char* data, char* out) const {
  for (const int32_t index : elements_) {
    std::memcpy(out, data + static_cast<int64_t>(index) * static_cast<int64_t>(sizeof(Element)), sizeof(Element));
    out += sizeof(Element);
  }
}

void GatherPlan::copy_runs(const char* data, char* out) const {
  for (const Run& run : runs_) {
    std::memcpy(out, data + run.from, static_cast<size_t>(run.bytes));
    out += run.bytes;
  }
}

void GatherPlan::run(const void* data, void* out, ThreadPool& pool) const {
  constexpr int64_t kBytesPerPiece = 64 * 1024;
  if (out_bytes_ == 0) return;
  pool.parallel_for(outer_, divide_up(kBytesPerPiece, out_bytes_), [&](int64_t begin, int64_t end, int) {
    for (int64_t o = begin; o < end; ++o) {
      const char* from = static_cast<const char*>(data) + o * in_bytes_;
      char* to = static_cast<char*>(out) + o * out_bytes_;
      if (elements_.empty()) {
        copy_runs(from, to);
      } else if (row_bytes_ == 4) {
        copy_elements<int32_t>(from, to);
      } else {
        copy_elements<int64_t>(from, to);
      }
    }
  });
}

}  // namespace gearbox::kernels
