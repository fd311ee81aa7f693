#include "codegen/storage.h"

#include <algorithm>

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

  void alias(const Value* value, const Value* of) {
    const Value* owner = root(of);
    choice_[at(value)] = {Storage::kAlias, of};
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
};

}  // namespace

std::vector<StorageChoice> choose_storage(const Graph& graph, std::span<Node* const> order, const std::vector<bool>& settled) {
  return StorageChooser(graph, order, settled).run();
}

}  // namespace gearbox
