#include "codegen/storage.h"

#include <algorithm>
#include <map>
#include <set>

#include "codegen/contiguous.h"
#include "ops/op_def.h"

namespace gearbox {

namespace {

class StorageChooser {
 public:
  StorageChooser(const Graph& graph, std::span<Node* const> order, const std::vector<bool>& settled)
      : graph_(graph), order_(order), settled_(settled) {
    int32_t most = 0;
    for (const Value* value : graph.values()) most = std::max(most, value->id());
    choice_.resize(static_cast<size_t>(most) + 1);
    last_use_.assign(choice_.size(), -1);
    for (size_t s = 0; s < order.size(); ++s) {
      made_at_.emplace(order[s], static_cast<int32_t>(s));
      for (const Value* input : order[s]->input_list()) {
        if (input) last_use_[at(input)] = static_cast<int32_t>(s);
      }
    }
  }

  std::vector<StorageChoice> run() {
    for (const Value* value : graph_.values()) {
      StorageChoice& choice = choice_[at(value)];
      if (value->is_constant()) {
        choice.storage = Storage::kConstant;
      } else if (!value->producer()) {
        choice.storage = Storage::kInput;
      } else if (graph_.is_output(value)) {
        choice.storage = Storage::kOutput;
      } else {
        choice.storage = settled_[at(value)] ? Storage::kArena : Storage::kPool;
      }
    }
    for (size_t s = 0; s < order_.size(); ++s) choose(*order_[s], static_cast<int32_t>(s));
    return std::move(choice_);
  }

 private:
  static size_t at(const Value* value) { return static_cast<size_t>(value->id()); }

  const Value* root(const Value* value) const {
    while (choice_[at(value)].storage == Storage::kAlias) value = choice_[at(value)].alias_of;
    return value;
  }

  void alias(const Value* value, const Value* of, int64_t offset = 0) {
    const Value* owner = root(of);
    choice_[at(value)] = {Storage::kAlias, of, offset};
    last_use_[at(owner)] = std::max(last_use_[at(owner)], last_use_[at(value)]);
  }

  void choose(const Node& node, int32_t step) {
    const OpDef& definition = *node.definition();
    const Value* out = node.output(0);
    if (!out) return;
    if (definition.is_view() && node.input(0)) {
      view(node.input(0), out);
      return;
    }
    for (int index : definition.shared_inputs()) {
      if (in_place(node, index, step)) return;
    }
    if (!parts(node)) join(node, step);
  }

  /// Outputs that are contiguous parts of input 0 lie in it.
  bool parts(const Node& node) {
    std::vector<std::pair<const Value*, int64_t>> found;
    for (int i = 0; i < node.outputs(); ++i) {
      const Value* out = node.output(i);
      if (!out) continue;
      const auto offset = part_offset(node, i);
      if (!offset || graph_.is_output(out) || !settled_[at(out)] || !settled_[at(node.input(0))]) return false;
      found.emplace_back(out, *offset);
    }
    for (const auto& [out, offset] : found) {
      alias(out, node.input(0), offset);
      parts_.insert(out);
    }
    return !found.empty();
  }

  /// Inputs that make up the output one behind the other are made in their place in it.
  void join(const Node& node, int32_t step) {
    const auto offsets = joined_offsets(node);
    if (!offsets || !settled_[at(node.output(0))] || !worth_joining(node, step)) return;
    std::set<const Value*> owners;
    for (const Value* input : node.input_list()) {
      const Value* owner = root(input);
      const StorageChoice& choice = choice_[at(owner)];
      // The whole buffer of an input moves, so that it must be that input's alone and the input all of it.
      if (choice.storage != Storage::kArena || !settled_[at(owner)] || !owners.insert(owner).second) return;
      if (!is_whole(input)) return;
    }
    for (size_t i = 0; i < offsets->size(); ++i) {
      const Value* owner = root(node.input(static_cast<int>(i)));
      const int32_t last = last_use_[at(owner)];
      choice_[at(owner)] = {Storage::kAlias, node.output(0), (*offsets)[i]};
      parts_.insert(owner);
      last_use_[at(node.output(0))] = std::max(last_use_[at(node.output(0))], last);
    }
  }

  /// The joined tensor takes its whole room from its first part on: not where that waits long and is large.
  bool worth_joining(const Node& node, int32_t step) const {
    constexpr int64_t kSmall = int64_t{256} << 10;
    constexpr int32_t kFewSteps = 8;
    if (product(*node.output(0)->type().shape).value() * static_cast<int64_t>(dtype_size(node.output(0)->type().dtype)) <= kSmall)
      return true;
    return std::ranges::all_of(node.input_list(), [&](const Value* input) {
      const auto made = made_at_.find(root(input)->producer());
      return made != made_at_.end() && made->second + kFewSteps >= step;
    });
  }

  /// Whether a value is all of what it is an alias of.
  bool is_whole(const Value* value) const {
    for (; choice_[at(value)].storage == Storage::kAlias; value = choice_[at(value)].alias_of) {
      if (parts_.contains(value)) return false;
    }
    return true;
  }

  void view(const Value* in, const Value* out) {
    // Both hold equally many elements by proof, or by a check that every new binding passes before it runs.
    const bool checked = settled_[at(in)] && settled_[at(out)];
    if (!in->type().ranked() || !out->type().ranked() || (!checked && product(*in->type().shape) != product(*out->type().shape))) return;
    const Value* owner = root(in);
    const Storage storage = choice_[at(owner)].storage;
    if (!graph_.is_output(out)) {
      alias(out, in);
      return;
    }
    // A view that is a graph output: what it views moves into the output's buffer, where that is free to move.
    if (storage != Storage::kArena || !settled_[at(out)]) return;
    if (!is_whole(in)) return;
    choice_[at(owner)] = {Storage::kAlias, out};
  }

  bool in_place(const Node& node, int index, int32_t step) {
    const Value *in = node.input(index), *out = node.output(0);
    if (!in || graph_.is_output(out) || !settled_[at(out)] || !settled_[at(in)]) return false;
    if (std::count(node.input_list().begin(), node.input_list().end(), in) != 1) return false;
    const Value* owner = root(in);
    if (choice_[at(owner)].storage != Storage::kArena || last_use_[at(owner)] != step) return false;
    for (const Value* other : node.input_list()) {
      if (other && other != in && root(other) == owner) return false;
    }
    const TensorType &a = in->type(), &b = out->type();
    if (dtype_size(a.dtype) != dtype_size(b.dtype) || a.format != b.format || a.shape != b.shape) return false;
    alias(out, in);
    return true;
  }

  const Graph& graph_;
  std::span<Node* const> order_;
  const std::vector<bool>& settled_;
  std::vector<StorageChoice> choice_;
  std::vector<int32_t> last_use_;  // of storage roots, through their aliases
  std::map<const Node*, int32_t> made_at_;
  std::set<const Value*> parts_;  // aliases of a part of something
};

}  // namespace

std::vector<StorageChoice> choose_storage(const Graph& graph, std::span<Node* const> order, const std::vector<bool>& settled) {
  return StorageChooser(graph, order, settled).run();
}

}  // namespace gearbox
