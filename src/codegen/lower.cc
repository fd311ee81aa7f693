#include "codegen/lower.h"

#include <algorithm>
#include <map>
#include <set>

#include "codegen/contiguous.h"
#include "codegen/program_shapes.h"
#include "codegen/storage.h"
#include "ops/op_def.h"

namespace gearbox {

namespace {

/// A node with inferred types, for its cost rule.
class CostContext final : public InferContext {
 public:
  using InferContext::InferContext;
  Result<std::vector<TensorType>> infer_body(std::string_view, std::span<const TensorType>) override {
    return error("a cost needs no body");
  }
};

class Lowering {
 public:
  Lowering(Graph& graph, std::vector<Program>& programs) : graph_(graph), programs_(programs), shapes_(graph) {}

  Result<int32_t> run() {
    const auto index = static_cast<int32_t>(programs_.size());
    programs_.emplace_back();
    program_.name = graph_.name();
    order_ = graph_.nodes();
    mark_values();
    GBX_RETURN_IF_ERROR(shapes_.bind_inputs());
    if (index == 0) shapes_.demand_of_calls();
    settle_known(program_.prologue_checks);
    program_.prologue_end = code_size();
    cost_compiler_ = shapes_.compiler();
    for (Node* node : order_) costs_.push_back(cost_slot(*node));
    place_values();
    for (size_t s = 0; s < order_.size(); ++s) GBX_RETURN_IF_ERROR(lower_node(*order_[s], static_cast<int32_t>(s)));
    if (!pending_.empty()) {
      return internal_error("graph '" + graph_.name() + "': an extent of '" + (*pending_.begin())->name() +
                            "' is never known: " + type_text((*pending_.begin())->type()));
    }
    for (size_t i = 0; i < graph_.outputs().size(); ++i) {
      program_.outputs.push_back(id(graph_.outputs()[i]));
      program_.output_names.push_back(graph_.output_name(static_cast<int>(i)));
    }
    program_.bindings = shapes_.bindings();
    program_.checks = shapes_.checks();
    program_.dims = shapes_.compiler().program();
    program_.costs = cost_compiler_.program();
    program_.costs.code.erase(program_.costs.code.begin(), program_.costs.code.begin() + program_.prologue_end);
    lifetimes();
    programs_[static_cast<size_t>(index)] = std::move(program_);
    return index;
  }

 private:
  int32_t id(const Value* value) const { return value ? ids_.at(value) : -1; }
  int32_t code_size() const { return static_cast<int32_t>(shapes_.compiler().program().code.size()); }

  void mark_values() {
    auto number = [&](const Value* value) {
      if (!value || ids_.contains(value)) return;
      ids_[value] = static_cast<int32_t>(values_.size());
      values_.push_back(value);
      ProgramValue out;
      out.name = value->name();
      out.dtype = value->type().dtype;
      out.ranked = value->type().ranked();
      out.blocked = value->type().format == MemoryFormat::kBlocked8;
      program_.values.push_back(std::move(out));
      if (value->type().ranked()) pending_.insert(value);
    };
    for (const Value* value : graph_.inputs()) number(value);
    for (const Node* node : order_) {
      for (const Value* value : node->input_list()) number(value);
      for (const Value* value : node->output_list()) number(value);
    }
    for (const Value* value : graph_.outputs()) number(value);
    for (const Value* value : graph_.inputs()) program_.inputs.push_back(id(value));
  }

  /// Emits the shape code of every value and check whose symbols are known by now.
  void settle_known(int32_t& checks_end) {
    for (auto it = pending_.begin(); it != pending_.end();) {
      const Value* value = *it;
      if (!shapes_.known(value->type())) {
        ++it;
        continue;
      }
      ProgramValue& out = program_.values[static_cast<size_t>(id(value))];
      for (const Dim& dim : *value->type().shape) out.dims.push_back(shapes_.slot_of(dim));
      settled_.insert(value);
      it = pending_.erase(it);
    }
    shapes_.add_known_checks();
    checks_end = static_cast<int32_t>(shapes_.checks().size());
  }

  void place_values() {
    int32_t most = 0;
    for (const Value* value : graph_.values()) most = std::max(most, value->id());
    std::vector<bool> settled(static_cast<size_t>(most) + 1, false);
    for (const Value* value : settled_) settled[static_cast<size_t>(value->id())] = true;
    const std::vector<StorageChoice> choices = choose_storage(graph_, order_, settled);
    for (size_t v = 0; v < values_.size(); ++v) {
      const StorageChoice& choice = choices[static_cast<size_t>(values_[v]->id())];
      program_.values[v].storage = choice.storage;
      if (choice.storage == Storage::kAlias) {
        program_.values[v].alias_of = id(choice.alias_of);
        program_.values[v].alias_offset = choice.offset;
      }
      if (choice.storage == Storage::kConstant) program_.values[v].constant = values_[v]->constant();
    }
  }

  Status lower_node(const Node& node, int32_t at) {
    ProgramStep step;
    step.op = node.op();
    step.domain = node.domain();
    step.node = node.name();
    step.version = node.version();
    step.attributes = node.attributes();
    for (const Value* value : node.input_list()) step.inputs.push_back(id(value));
    for (const Value* value : node.output_list()) {
      step.outputs.push_back(id(value));
      if (value) program_.values[static_cast<size_t>(id(value))].first_step = at;
    }
    const Value* out = node.output(0);
    step.alias_only = node.definition()->is_view() && out && program_.values[static_cast<size_t>(id(out))].storage == Storage::kAlias &&
                      program_.values[static_cast<size_t>(id(out))].alias_of == id(node.input(0));
    // A view whose input moved into the output's buffer has nothing to do either.
    step.alias_only = step.alias_only || lies_in_place(node) ||
                      (node.definition()->is_view() && out && node.input(0) && root(id(node.input(0))) == root(id(out)));
    for (const auto& [name, body] : node.bodies()) {
      GBX_ASSIGN_OR_RETURN(const int32_t index, Lowering(*body, programs_).run());
      step.bodies.emplace_back(name, index);
    }
    bool learned = false;
    for (int i = 0; i < node.outputs(); ++i) {
      const Value* value = node.output(i);
      if (!value || !value->type().ranked()) continue;
      for (int64_t axis = 0; axis < value->type().rank(); ++axis) {
        const auto symbol = value->type().dim(axis).symbol();
        if (!symbol || shapes_.known(*symbol)) continue;
        step.late.push_back({i, static_cast<int32_t>(axis), shapes_.learn(*symbol)});
        learned = true;
      }
    }
    step.flops = costs_[static_cast<size_t>(at)];
    step.code_begin = step.code_end = code_size();
    step.check_begin = step.check_end = static_cast<int32_t>(shapes_.checks().size());
    if (learned) {
      settle_known(step.check_end);
      step.code_end = code_size();
    }
    program_.steps.push_back(std::move(step));
    return {};
  }

  /// The slot of the node's floating-point operations, -1 where the inputs' extents do not decide them.
  int32_t cost_slot(Node& node) {
    auto ranked = [](const Value* value) { return !value || value->type().ranked(); };
    if (!std::ranges::all_of(node.input_list(), ranked) || !std::ranges::all_of(node.output_list(), ranked)) return -1;
    const Dim flops = node.definition()->run_cost(CostContext(node, graph_)).flops;
    return flops.is_overflow() || !shapes_.known(flops) ? -1 : cost_compiler_.slot_of(flops);
  }

  /// Whether the step's outputs are parts of its input already, or its inputs the parts of its output.
  bool lies_in_place(const Node& node) const {
    const Value *in = node.input(0), *out = node.output(0);
    if (!in || !out) return false;
    const auto aliases = [&](const Value* value, const Value* of) {
      const ProgramValue& known = program_.values[static_cast<size_t>(id(value))];
      return known.storage == Storage::kAlias && known.alias_of == id(of);
    };
    if (part_offset(node, 0)) return aliases(out, in);
    if (!joined_offsets(node)) return false;
    return std::ranges::all_of(node.input_list(), [&](const Value* part) { return root(id(part)) == root(id(out)); });
  }

  int32_t root(int32_t v) const {
    while (program_.values[static_cast<size_t>(v)].storage == Storage::kAlias) v = program_.values[static_cast<size_t>(v)].alias_of;
    return v;
  }

  /// Last uses, gathered at the value that owns the storage; an owner lives from the first write to any of its aliases.
  void lifetimes() {
    for (size_t s = 0; s < program_.steps.size(); ++s) {
      const auto step = static_cast<int32_t>(s);
      auto touch = [&](int32_t v) {
        if (v < 0) return;
        ProgramValue& value = program_.values[static_cast<size_t>(v)];
        ProgramValue& owner = program_.values[static_cast<size_t>(root(v))];
        value.last_step = std::max(value.last_step, step);
        owner.last_step = std::max(owner.last_step, step);
      };
      for (int32_t v : program_.steps[s].inputs) touch(v);
      for (int32_t v : program_.steps[s].outputs) touch(v);
    }
  }

  Graph& graph_;
  std::vector<Program>& programs_;
  ProgramShapes shapes_;
  Program program_;
  std::vector<Node*> order_;
  DimCompiler cost_compiler_;
  std::vector<int32_t> costs_;  ///< per step: slot of cost_compiler_'s program, or -1
  std::map<const Value*, int32_t> ids_;
  std::vector<const Value*> values_;
  struct ById {
    bool operator()(const Value* a, const Value* b) const { return a->id() < b->id(); }
  };
  std::set<const Value*, ById> pending_, settled_;
};

}  // namespace

Result<std::vector<Program>> lower(Graph& graph) {
  std::vector<Program> programs;
  GBX_RETURN_IF_ERROR(Lowering(graph, programs).run().status());
  return programs;
}

}  // namespace gearbox
