#include <cmath>
#include <limits>

#include "ops/run/arguments.h"
#include "ops/run/convert.h"

namespace gearbox::ops::multi_head_attention {

namespace {

constexpr double kNever = -std::numeric_limits<double>::infinity();

/// [batch, heads, positions, features] in double.
struct Heads {
  int64_t batch = 0, heads = 0, positions = 0, features = 0;
  std::vector<double> values;

  const double* row(int64_t b, int64_t h, int64_t p) const { return values.data() + ((b * heads + h) * positions + p) * features; }
  Extents dims() const { return {batch, heads, positions, features}; }
};

Result<Heads> heads_of(const KernelContext& context, int input, std::string_view attribute) {
  const Tensor& x = context.input(input);
  Heads out;
  out.values = reals_of(x);
  if (x.rank() == 4) {
    out.batch = x.dims[0], out.heads = x.dims[1], out.positions = x.dims[2], out.features = x.dims[3];
    return out;
  }
  const int64_t heads = context.attributes().integer(attribute, 0);
  if (x.rank() != 3 || heads < 1 || x.dims[2] % heads != 0) {
    return context.error(quoted(context, input) + " with extents " + list_text(x.dims) + " does not divide into " + std::to_string(heads) +
                         " heads");
  }
  out.batch = x.dims[0], out.heads = heads, out.positions = x.dims[1], out.features = x.dims[2] / heads;
  const std::vector<double> flat = std::move(out.values);
  out.values.clear();
  for_each_index(out.dims(), [&](std::span<const int64_t> i) {
    out.values.push_back(flat[static_cast<size_t>(((i[0] * out.positions + i[2]) * heads + i[1]) * out.features + i[3])]);
  });
  return out;
}

/// The positions of earlier calls (input `past`, where given) followed by those of this one.
Result<Heads> with_past(const KernelContext& context, int past, Heads now) {
  if (!context.has_input(past)) return now;
  const Tensor& x = context.input(past);
  if (x.rank() != 4 || x.dims[0] != now.batch || x.dims[1] != now.heads || x.dims[3] != now.features) {
    return context.error(quoted(context, past) + " with extents " + list_text(x.dims) + " does not fit " + list_text(now.dims()));
  }
  const std::vector<double> before = reals_of(x);
  Heads out = now;
  out.positions += x.dims[2];
  out.values.clear();
  const int64_t old_part = x.dims[2] * now.features, new_part = now.positions * now.features;
  for (int64_t i = 0; i < now.batch * now.heads; ++i) {
    out.values.insert(out.values.end(), before.begin() + i * old_part, before.begin() + (i + 1) * old_part);
    out.values.insert(out.values.end(), now.values.begin() + i * new_part, now.values.begin() + (i + 1) * new_part);
  }
  return out;
}

/// What is added to a score; kNever where a query must not look.
class Mask {
 public:
  static Result<Mask> make(const KernelContext& context, const Heads& q, const Heads& k) {
    Mask mask;
    const Attributes& attributes = context.attributes();
    mask.causal_ = attributes.integer("is_causal", 0) != 0;
    mask.left_ = attributes.integer("left_window_size", -1);
    mask.right_ = attributes.integer("right_window_size", -1);
    mask.lengths_.assign(static_cast<size_t>(q.batch), k.positions);
    mask.offsets_.assign(static_cast<size_t>(q.batch), context.has_input(4) ? context.input(4).dims[2] : 0);
    if (context.has_input(6)) {
      mask.lengths_ = integers_of(context.input(6));
      if (static_cast<int64_t>(mask.lengths_.size()) != q.batch)
        return context.error(quoted(context, 6) + " must hold one length for each of the batch");
      for (size_t b = 0; b < mask.lengths_.size() && !context.has_input(4); ++b) mask.offsets_[b] = mask.lengths_[b] - q.positions;
    }
    if (!context.has_input(3)) return mask;
    const Tensor& given = context.input(3);
    const Extents full = {q.batch, q.heads, q.positions, given.rank() > 0 ? given.dims.back() : 1};
    const auto joined = broadcast_extents(given.dims, full);
    if (given.rank() < 1 || given.rank() > 4 || !joined.ok() || *joined != full || full[3] > std::max<int64_t>(k.positions, 1)) {
      return context.error(quoted(context, 3) + " with extents " + list_text(given.dims) + " does not broadcast to " +
                           list_text(Extents{q.batch, q.heads, q.positions, k.positions}));
    }
    mask.given_ = reals_of(given);
    mask.strides_ = broadcast_strides(given.dims, full);
    mask.boolean_ = given.dtype == DType::kBool;
    mask.width_ = full[3] == 1 && context.version() < 24 ? k.positions : full[3];
    return mask;
  }

  double bias(int64_t b, int64_t h, int64_t i, int64_t j) const {
    const int64_t place = i + offsets_[static_cast<size_t>(b)];
    if (j >= lengths_[static_cast<size_t>(b)] || (causal_ && j > place)) return kNever;
    if ((left_ >= 0 && j < place - left_) || (right_ >= 0 && j > place + right_)) return kNever;
    if (given_.empty()) return 0;
    if (j >= width_) return kNever;  // a mask that is too short leaves out the rest
    const double value = given_[static_cast<size_t>(offset_of(Extents{b, h, i, j}, strides_))];
    return !boolean_ ? value : value != 0 ? 0 : kNever;
  }

 private:
  bool causal_ = false, boolean_ = false;
  int64_t left_ = -1, right_ = -1, width_ = 0;
  Ints lengths_, offsets_;
  std::vector<double> given_;
  Extents strides_;
};

/// In place; all zeros where every score is kNever.
void softmax(std::vector<double>& scores) {
  double largest = kNever, sum = 0;
  for (double score : scores) largest = std::max(largest, score);
  for (double& score : scores) {
    score = score == kNever ? 0 : std::exp(score - largest);
    sum += score;
  }
  for (double& score : scores) score = sum == 0 ? 0 : score / sum;
}

Status write(KernelContext& context, int index, const Extents& dims, const std::vector<double>& values) {
  if (!context.wants_output(index)) return {};
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(index, dims));
  const bool known = dispatch_float(y.dtype, [&]<class T>(T) {
    for (size_t i = 0; i < values.size(); ++i) y.as<T>()[i] = convert<T>(values[i]);
  });
  return known ? Status() : context.error("element type not supported");
}

}  // namespace

Status reference(KernelContext& context) {
  GBX_ASSIGN_OR_RETURN(const Heads q, heads_of(context, 0, "q_num_heads"));
  GBX_ASSIGN_OR_RETURN(Heads new_k, heads_of(context, 1, "kv_num_heads"));
  GBX_ASSIGN_OR_RETURN(Heads new_v, heads_of(context, 2, "kv_num_heads"));
  GBX_ASSIGN_OR_RETURN(const Heads k, with_past(context, 4, std::move(new_k)));
  GBX_ASSIGN_OR_RETURN(const Heads v, with_past(context, 5, std::move(new_v)));
  if (k.batch != q.batch || v.batch != q.batch || k.features != q.features || k.positions != v.positions || k.heads != v.heads ||
      k.heads < 1 || q.heads % k.heads != 0) {
    return context.error("queries " + list_text(q.dims()) + ", keys " + list_text(k.dims()) + " and values " + list_text(v.dims()) +
                         " do not fit");
  }
  GBX_ASSIGN_OR_RETURN(const Mask mask, Mask::make(context, q, k));
  const double scale =
      context.attributes().has("scale") ? context.attributes().real("scale", 1) : 1 / std::sqrt(static_cast<double>(q.features));
  const double cap = context.attributes().real("softcap", 0);
  const int64_t mode = context.attributes().integer("qk_matmul_output_mode", 0), repeats = q.heads / k.heads;
  const bool apart = context.input(0).rank() == 4;
  std::vector<double> y(static_cast<size_t>(q.batch * q.heads * q.positions * v.features)), shown;
  for_each_index(Extents{q.batch, q.heads, q.positions}, [&](std::span<const int64_t> at) {
    const int64_t b = at[0], h = at[1], i = at[2], shared = h / repeats;
    std::vector<double> raw, capped, scores;
    for (int64_t j = 0; j < k.positions; ++j) {
      double dot = 0;
      for (int64_t f = 0; f < q.features; ++f) dot += q.row(b, h, i)[f] * k.row(b, shared, j)[f];
      raw.push_back(dot * scale);
      capped.push_back(cap > 0 ? std::tanh(raw.back() / cap) * cap : raw.back());
      const double bias = mask.bias(b, h, i, j);
      scores.push_back(bias == kNever ? kNever : capped.back() + bias);
    }
    std::vector<double> weights = scores;
    softmax(weights);
    const std::vector<double>& wanted = mode == 3 ? weights : mode == 2 ? scores : mode == 1 ? capped : raw;
    shown.insert(shown.end(), wanted.begin(), wanted.end());
    const int64_t row = apart ? (b * q.heads + h) * q.positions + i : (b * q.positions + i) * q.heads + h;
    for (int64_t f = 0; f < v.features; ++f) {
      double sum = 0;
      for (int64_t j = 0; j < k.positions; ++j) {
        if (weights[static_cast<size_t>(j)] != 0) sum += weights[static_cast<size_t>(j)] * v.row(b, shared, j)[f];
      }
      y[static_cast<size_t>(row * v.features + f)] = sum;
    }
  });
  GBX_RETURN_IF_ERROR(write(
      context, 0, apart ? Extents{q.batch, q.heads, q.positions, v.features} : Extents{q.batch, q.positions, q.heads * v.features}, y));
  GBX_RETURN_IF_ERROR(write(context, 1, k.dims(), k.values));
  GBX_RETURN_IF_ERROR(write(context, 2, v.dims(), v.values));
  return write(context, 3, {q.batch, q.heads, q.positions, k.positions}, shown);
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Attention", .run = reference}); }

}  // namespace gearbox::ops::multi_head_attention
