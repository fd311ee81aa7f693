#include <map>

#include "ops/run/arguments.h"

namespace gearbox::ops::unique {

namespace {

/// NaN is equal to NaN and above everything.
struct Less {
  template <class C>
  bool operator()(const std::vector<C>& a, const std::vector<C>& b) const {
    return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(), [](C x, C y) { return (x == x && y != y) || x < y; });
  }
};

/// Items by number: where each different one comes first, which one every item is, how often each comes.
struct Groups {
  Ints first, inverse, counts;
};

template <class T>
Groups group(const T* x, int64_t outer, int64_t items, int64_t inner, bool sorted) {
  using C = compute_t<T>;
  std::map<std::vector<C>, int64_t, Less> seen;
  Groups out;
  for (int64_t k = 0; k < items; ++k) {
    std::vector<C> item;
    for (int64_t o = 0; o < outer; ++o) {
      for (int64_t i = 0; i < inner; ++i) item.push_back(x[(o * items + k) * inner + i]);
    }
    const auto [at, is_new] = seen.try_emplace(std::move(item), static_cast<int64_t>(out.first.size()));
    if (is_new) {
      out.first.push_back(k);
      out.counts.push_back(0);
    }
    out.inverse.push_back(at->second);
    ++out.counts[static_cast<size_t>(at->second)];
  }
  if (!sorted) return out;
  Groups ordered{{}, std::move(out.inverse), {}};
  Ints place(out.first.size());
  for (const auto& [item, number] : seen) {
    place[static_cast<size_t>(number)] = static_cast<int64_t>(ordered.first.size());
    ordered.first.push_back(out.first[static_cast<size_t>(number)]);
    ordered.counts.push_back(out.counts[static_cast<size_t>(number)]);
  }
  for (int64_t& number : ordered.inverse) number = place[static_cast<size_t>(number)];
  return ordered;
}

Status write(KernelContext& context, int index, const Ints& values) {
  if (!context.wants_output(index)) return {};
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(index, Extents{static_cast<int64_t>(values.size())}));
  std::copy(values.begin(), values.end(), y.as<int64_t>());
  return {};
}

}  // namespace

Status reference(KernelContext& context) {
  const Tensor& x = context.input(0);
  Extents dims = {x.elements()};
  size_t axis = 0;
  if (context.attributes().has("axis")) {
    GBX_ASSIGN_OR_RETURN(axis, checked_axis(context, context.attributes().integer("axis", 0), x.rank()));
    dims = extents(x.dims);
  }
  const int64_t outer = element_count(std::span(dims).first(axis)), items = dims[axis],
                inner = element_count(std::span(dims).subspan(axis + 1));
  const bool sorted = context.attributes().integer("sorted", 1) != 0;
  Groups groups;
  const bool known = dispatch_all(x.dtype, [&]<class T>(T) { groups = group(x.as<T>(), outer, items, inner, sorted); });
  if (!known) return context.error("element type not supported");
  dims[axis] = static_cast<int64_t>(groups.first.size());
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(0, dims));
  dispatch_size(x.dtype, [&]<class T>(T) {
    T* out = y.as<T>();
    for (int64_t o = 0; o < outer; ++o) {
      for (int64_t item : groups.first) {
        for (int64_t i = 0; i < inner; ++i) *out++ = x.as<T>()[(o * items + item) * inner + i];
      }
    }
  });
  GBX_RETURN_IF_ERROR(write(context, 1, groups.first));
  GBX_RETURN_IF_ERROR(write(context, 2, groups.inverse));
  return write(context, 3, groups.counts);
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Unique", .run = reference}); }

}  // namespace gearbox::ops::unique
