#include "package/same_program.h"

#include <algorithm>

namespace gearbox {

namespace {

template <class Kind>
bool same_value(const Kind& a, const Kind& b) {
  return a == b;
}
bool same_value(const Literal& a, const Literal& b) { return a.same(b); }

/// Equality of a program's parts. The structured bindings name every member, so that a new one is not forgotten here.
struct Same {
  bool operator()(const Attribute& a, const Attribute& b) const {
    if (a.index() != b.index()) return false;
    return std::visit([&]<class Kind>(const Kind& value) { return same_value(value, std::get<Kind>(b)); }, a);
  }

  bool operator()(const Attributes& a, const Attributes& b) const {
    return std::ranges::equal(a, b, [this](const auto& x, const auto& y) { return x.first == y.first && (*this)(x.second, y.second); });
  }

  bool operator()(const DimInstruction& x, const DimInstruction& y) const {
    const auto& [op, target, a, b, constant] = x;
    return op == y.op && target == y.target && a == y.a && b == y.b && constant == y.constant;
  }

  bool operator()(const LateExtent& x, const LateExtent& y) const {
    const auto& [output, axis, slot] = x;
    return output == y.output && axis == y.axis && slot == y.slot;
  }

  bool operator()(const SymbolBinding& x, const SymbolBinding& y) const {
    const auto& [input, axis, slot, symbol, multiple] = x;
    return input == y.input && axis == y.axis && slot == y.slot && symbol == y.symbol && multiple == y.multiple;
  }

  bool operator()(const ProgramCheck& x, const ProgramCheck& y) const {
    const auto& [kind, a, b, node, message, a_text, b_text] = x;
    return kind == y.kind && a == y.a && b == y.b && node == y.node && message == y.message && a_text == y.a_text && b_text == y.b_text;
  }

  bool operator()(const ProgramValue& x, const ProgramValue& y) const {
    const auto& [name, dtype, storage, ranked, blocked, dims, alias_of, alias_offset, constant, first_step, last_step] = x;
    return name == y.name && dtype == y.dtype && storage == y.storage && ranked == y.ranked && blocked == y.blocked && dims == y.dims &&
           alias_of == y.alias_of && alias_offset == y.alias_offset && first_step == y.first_step && last_step == y.last_step &&
           constant.same(y.constant);
  }

  template <class Part>
  bool operator()(const std::vector<Part>& a, const std::vector<Part>& b) const {
    return std::ranges::equal(a, b, *this);
  }

  bool operator()(const DimProgram& x, const DimProgram& y) const {
    const auto& [slots, code] = x;
    return slots == y.slots && (*this)(code, y.code);
  }

  bool operator()(const ProgramStep& x, const ProgramStep& y) const {
    const auto& [op, domain, node, version, inputs, outputs, attributes, bodies, code, alias_only, late, code_begin, code_end, check_begin,
                 check_end, flops] = x;
    return op == y.op && domain == y.domain && node == y.node && version == y.version && inputs == y.inputs && outputs == y.outputs &&
           bodies == y.bodies && code == y.code && alias_only == y.alias_only && code_begin == y.code_begin && code_end == y.code_end &&
           check_begin == y.check_begin && check_end == y.check_end && flops == y.flops && (*this)(late, y.late) &&
           (*this)(attributes, y.attributes);
  }

  /// But for the name.
  bool operator()(const Program& x, const Program& y) const {
    const auto& [name, values, inputs, outputs, output_names, steps, dims, prologue_end, prologue_checks, bindings, checks, costs] = x;
    return inputs == y.inputs && outputs == y.outputs && output_names == y.output_names && prologue_end == y.prologue_end &&
           prologue_checks == y.prologue_checks && (*this)(dims, y.dims) && (*this)(bindings, y.bindings) && (*this)(checks, y.checks) &&
           (*this)(costs, y.costs) && (*this)(steps, y.steps) && (*this)(values, y.values);
  }
};

}  // namespace

bool same_programs(const std::vector<Program>& a, const std::vector<Program>& b) {
  if (!std::ranges::equal(a, b, Same())) return false;
  for (size_t i = 1; i < a.size(); ++i) {
    if (a[i].name != b[i].name) return false;
  }
  return true;
}

}  // namespace gearbox
