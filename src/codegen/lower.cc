#include "codegen/lower.h"

#include <algorithm>
#include <map>
#include <set>

#include "codegen/contiguous.h"
#include "codegen/storage.h"
#include "expr/bytecode.h"
#include "expr/text.h"
#include "ops/op_def.h"
#include "shape/bound_extents.h"
#include "shape/user_terms.h"

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
  Lowering(Graph& graph, std::vector<Program>& programs) : graph_(graph), programs_(programs), terms_(graph) {}

  Result<int32_t> run() {
    const auto index = static_cast<int32_t>(programs_.size());
    programs_.emplace_back();
    program_.name = graph_.name();
    order_ = graph_.nodes();
    bind_inputs();
    mark_values();
    GBX_RETURN_IF_ERROR(bindings_of_expressions());
    if (index == 0) {
      demand_ranges();
      demand_facts();
    }
    settle_known(program_.prologue_checks);
    program_.prologue_end = code_size();
    cost_compiler_ = compiler_;
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
    program_.dims = compiler_.program();
    program_.costs = cost_compiler_.program();
    program_.costs.code.erase(program_.costs.code.begin(), program_.costs.code.begin() + program_.prologue_end);
    lifetimes();
    programs_[static_cast<size_t>(index)] = std::move(program_);
    return index;
  }

 private:
  int32_t id(const Value* value) const { return value ? ids_.at(value) : -1; }
  int32_t code_size() const { return static_cast<int32_t>(compiler_.program().code.size()); }

  bool known(Dim dim) const {
    for (SymbolId symbol : dim.symbols()) {
      if (!known_symbols_.contains(symbol)) return false;
    }
    return true;
  }
  bool known(const Value* value) const {
    if (!value->type().ranked()) return false;
    return std::all_of(value->type().shape->begin(), value->type().shape->end(), [&](const Dim& dim) { return known(dim); });
  }

  void bind_inputs() {
    for (const BoundExtent& bound : bound_extents(graph_)) {
      known_symbols_.insert(bound.extent.symbol);
      program_.bindings.push_back({static_cast<int32_t>(bound.input), static_cast<int32_t>(bound.axis),
                                   compiler_.slot_of_symbol(bound.extent.symbol), extent_name(*graph_.scope(), bound.extent),
                                   bound.extent.multiple});
    }
  }

  bool binds(size_t input, int64_t axis) const {
    return std::ranges::any_of(program_.bindings,
                               [&](const SymbolBinding& b) { return static_cast<size_t>(b.input) == input && b.axis == axis; });
  }

  /// Extents of inputs that bind no symbol must equal their expression.
  Status bindings_of_expressions() {
    for (size_t i = 0; i < graph_.inputs().size(); ++i) {
      const TensorType& type = graph_.inputs()[i]->type();
      for (int64_t axis = 0; type.ranked() && axis < type.rank(); ++axis) {
        if (binds(i, axis)) continue;
        if (!known(type.dim(axis))) {
          return unsupported("input '" + graph_.inputs()[i]->name() + "', axis " + std::to_string(axis) + ": no input has the symbols of " +
                             type.dim(axis).text() + " as an extent");
        }
        program_.bindings.push_back({static_cast<int32_t>(i), static_cast<int32_t>(axis), compiler_.slot_of(type.dim(axis)), ""});
      }
    }
    return {};
  }

  /// Symbols must lie in the ranges that simplification relied on. Bodies get their extents from a program that was checked.
  void demand_ranges() {
    std::set<int32_t> seen;
    for (const SymbolBinding& binding : program_.bindings) {
      if (binding.symbol.empty() || !seen.insert(binding.slot).second) continue;
      const Value* input = graph_.inputs()[static_cast<size_t>(binding.input)];
      const Dim whole = input->type().dim(binding.axis);
      const ScaledSymbol extent = *scaled_symbol(whole);
      const Symbol symbol = graph_.scope()->info(extent.symbol);
      const std::string name = dim_name_text(binding.symbol);
      const std::string axis = "axis '" + binding.symbol + "', " + input->name() + "[" + std::to_string(binding.axis) + "], must be at ";
      constexpr auto kAtLeast = ProgramCheck::Kind::kAtLeast;
      if (symbol.lower > 0) {
        const Dim lower = symbol.lower * extent.multiple;
        program_.checks.push_back(
            {kAtLeast, compiler_.slot_of(whole), compiler_.slot_of(lower), "", axis + "least " + lower.text(), name, lower.text()});
      }
      if (symbol.upper < INT64_MAX / extent.multiple && !is_condition(extent.symbol, symbol.upper)) {
        const Dim upper = symbol.upper * extent.multiple;
        program_.checks.push_back(
            {kAtLeast, compiler_.slot_of(upper), compiler_.slot_of(whole), "", axis + "most " + upper.text(), upper.text(), name});
      }
    }
  }

  /// Whether the graph is a variant chosen only where the symbol is at most that.
  bool is_condition(SymbolId symbol, int64_t bound) const {
    return std::ranges::any_of(graph_.facts(), [&](const Fact& fact) {
      const auto& [kind, a, b] = fact.relation;
      return fact.kind == Fact::Kind::kSpecialise && kind == Relation::Kind::kAtMost && a.symbol() == symbol && b.is_constant() &&
             b.value() == bound;
    });
  }

  /// What users stated holds in every call: whatever relied on it did not test it again.
  void demand_facts() {
    for (const Fact& fact : graph_.facts()) {
      const auto& [kind, a, b] = fact.relation;
      if (fact.kind != Fact::Kind::kGiven || !known(a) || !known(b) || stands_in_ranges(fact.relation)) continue;
      const bool equal = kind == Relation::Kind::kEqual;
      const Dim first = equal ? a : b, second = equal ? b : a;
      program_.checks.push_back({equal ? ProgramCheck::Kind::kEqual : ProgramCheck::Kind::kAtLeast, compiler_.slot_of(first),
                                 compiler_.slot_of(second), "", fact.origin + " does not hold", terms_.of(first).text(),
                                 terms_.of(second).text()});
    }
  }

  /// Whether the symbols' ranges alone say it: those are tested already.
  static bool stands_in_ranges(const Relation& relation) {
    return relation.kind == Relation::Kind::kAtMost && bounds(relation.b - relation.a).lower >= 0;
  }

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
    pending_checks_.assign(graph_.checks().begin(), graph_.checks().end());
  }

  /// Emits the shape code of every value and check whose symbols are known by now.
  void settle_known(int32_t& checks_end) {
    for (auto it = pending_.begin(); it != pending_.end();) {
      const Value* value = *it;
      if (!known(value)) {
        ++it;
        continue;
      }
      ProgramValue& out = program_.values[static_cast<size_t>(id(value))];
      for (const Dim& dim : *value->type().shape) out.dims.push_back(compiler_.slot_of(dim));
      settled_.insert(value);
      it = pending_.erase(it);
    }
    std::vector<ShapeCheck> later;
    for (const ShapeCheck& check : pending_checks_) {
      if (!known(check.a) || !known(check.b)) {
        later.push_back(check);
        continue;
      }
      const auto kind = static_cast<ProgramCheck::Kind>(check.kind);
      const bool repeated = std::any_of(program_.checks.begin(), program_.checks.end(), [&](const ProgramCheck& other) {
        return other.kind == kind && other.a == compiler_.slot_of(check.a) && other.b == compiler_.slot_of(check.b);
      });
      if (repeated) continue;
      program_.checks.push_back({kind, compiler_.slot_of(check.a), compiler_.slot_of(check.b), check.node, check.message,
                                 terms_.of(check.a).text(), terms_.of(check.b).text()});
    }
    pending_checks_ = std::move(later);
    checks_end = static_cast<int32_t>(program_.checks.size());
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
        if (!symbol || known_symbols_.contains(*symbol)) continue;
        known_symbols_.insert(*symbol);
        step.late.push_back({i, static_cast<int32_t>(axis), compiler_.slot_of_symbol(*symbol)});
        learned = true;
      }
    }
    step.flops = costs_[static_cast<size_t>(at)];
    step.code_begin = step.code_end = code_size();
    step.check_begin = step.check_end = static_cast<int32_t>(program_.checks.size());
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
    return flops.is_overflow() || !known(flops) ? -1 : cost_compiler_.slot_of(flops);
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
  UserTerms terms_;
  Program program_;
  std::vector<Node*> order_;
  DimCompiler compiler_, cost_compiler_;
  std::vector<int32_t> costs_;  ///< per step: slot of cost_compiler_'s program, or -1
  std::set<SymbolId> known_symbols_;
  std::map<const Value*, int32_t> ids_;
  std::vector<const Value*> values_;
  struct ById {
    bool operator()(const Value* a, const Value* b) const { return a->id() < b->id(); }
  };
  std::set<const Value*, ById> pending_, settled_;
  std::vector<ShapeCheck> pending_checks_;
};

}  // namespace

Result<std::vector<Program>> lower(Graph& graph) {
  std::vector<Program> programs;
  GBX_RETURN_IF_ERROR(Lowering(graph, programs).run().status());
  return programs;
}

Program interface_of(const Program& program) {
  Program out;
  out.name = program.name;
  out.output_names = program.output_names;
  out.bindings = program.bindings;
  out.dims = {program.dims.slots, {program.dims.code.begin(), program.dims.code.begin() + program.prologue_end}};
  out.prologue_end = program.prologue_end;
  out.checks.assign(program.checks.begin(), program.checks.begin() + program.prologue_checks);
  out.prologue_checks = program.prologue_checks;
  std::set<int32_t> known;
  for (const SymbolBinding& binding : out.bindings) known.insert(binding.slot);
  for (const DimInstruction& instruction : out.dims.code) known.insert(instruction.target);
  const auto keep = [&](int32_t v, Storage storage) {
    ProgramValue value = program.values[static_cast<size_t>(v)];
    value.storage = storage;
    value.alias_of = value.first_step = value.last_step = -1;
    value.constant = {};
    // An extent that a step would decide: not even the rank is told, as nothing sets its slot.
    value.ranked = value.ranked && std::ranges::all_of(value.dims, [&](int32_t slot) { return known.contains(slot); });
    if (!value.ranked) value.dims.clear();
    value.blocked = value.blocked && value.ranked;
    out.values.push_back(std::move(value));
    return static_cast<int32_t>(out.values.size()) - 1;
  };
  for (const int32_t v : program.inputs) out.inputs.push_back(keep(v, Storage::kInput));
  for (const int32_t v : program.outputs) out.outputs.push_back(keep(v, Storage::kOutput));
  return out;
}

}  // namespace gearbox
