#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "base/hash.h"
#include "base/literal.h"
#include "package/layout.h"

namespace gearbox {

inline size_t align_up(size_t at, size_t alignment) { return (at + alignment - 1) / alignment * alignment; }

/// Where each distinct weight goes in the weights section; equal bytes share a place.
class WeightTable {
 public:
  uint64_t place(const Literal& literal) {
    const auto bytes = std::span(static_cast<const std::byte*>(literal.data()), literal.bytes());
    // Programs share most of their weights, which are kept: the same address is the same weight, without reading it again.
    const auto [known, unknown] = by_address_.try_emplace(std::pair(literal.data(), bytes.size()), 0);
    if (unknown) known->second = place_bytes(literal, bytes);
    return known->second;
  }
  uint64_t size() const { return size_; }
  const std::vector<std::span<const std::byte>>& order() const { return order_; }

 private:
  uint64_t place_bytes(const Literal& literal, std::span<const std::byte> bytes) {
    keep_.push_back(literal);
    const auto [it, fresh] = places_.try_emplace(std::pair(hash128(bytes), bytes.size()), size_);
    if (fresh) {
      order_.push_back(bytes);
      size_ = align_up(size_ + bytes.size(), kWeightAlignment);
    }
    return it->second;
  }

  std::map<std::pair<const void*, size_t>, uint64_t> by_address_;
  std::map<std::pair<Hash128, size_t>, uint64_t> places_;
  std::vector<std::span<const std::byte>> order_;
  std::vector<Literal> keep_;
  uint64_t size_ = 0;
};

}  // namespace gearbox
