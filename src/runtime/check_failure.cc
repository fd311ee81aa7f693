#include "runtime/check_failure.h"

#include <algorithm>
#include <set>

#include "expr/text.h"

namespace gearbox {

namespace {

std::string check_text(const ProgramCheck& check) {
  switch (check.kind) {
    case ProgramCheck::Kind::kEqual: return check.a_text + " == " + check.b_text;
    case ProgramCheck::Kind::kBroadcast: return check.a_text + " == " + check.b_text + " or one of them is 1";
    case ProgramCheck::Kind::kAtLeast: return check.a_text + " >= " + check.b_text;
  }
  return {};
}

const std::string& value_name(const Program& program, int32_t value) { return program.values[static_cast<size_t>(value)].name; }

/// The slots the given ones are computed from, themselves included.
std::set<int32_t> sources(const Program& program, std::set<int32_t> wanted) {
  for (size_t i = program.dims.code.size(); i-- > 0;) {
    const DimInstruction& instruction = program.dims.code[i];
    if (instruction.op == DimInstruction::Op::kConstant || !wanted.contains(instruction.target)) continue;
    wanted.insert(instruction.a);
    wanted.insert(instruction.b);
  }
  return wanted;
}

/// One line for each symbol that set one of these slots.
Status with_symbols(Status status, const Program& program, const std::set<int32_t>& wanted, std::span<const int64_t> slots) {
  for (const int32_t slot : sources(program, wanted)) {
    std::string name, from;
    int64_t value = slots[static_cast<size_t>(slot)];
    for (const SymbolBinding& binding : program.bindings) {
      if (binding.slot != slot || binding.symbol.empty()) continue;
      if (name.empty()) value *= binding.multiple;
      name = binding.symbol;
      from += (from.empty() ? "" : ", ") + value_name(program, program.inputs[static_cast<size_t>(binding.input)]) + "[" +
              std::to_string(binding.axis) + "]";
    }
    for (const ProgramStep& step : program.steps) {
      for (const LateExtent& late : step.late) {
        if (late.slot != slot) continue;
        from = value_name(program, step.outputs[static_cast<size_t>(late.output)]) + "[" + std::to_string(late.axis) + "]";
        name = "extent";
      }
    }
    if (!name.empty()) status.with(name, std::to_string(value) + ", from " + from);
  }
  return status;
}

/// Whether the text is a symbol's name: with_symbols tells its value.
bool is_symbol(const Program& program, const std::string& text) {
  return std::ranges::any_of(program.bindings,
                             [&](const SymbolBinding& b) { return !b.symbol.empty() && dim_name_text(b.symbol) == text; });
}

}  // namespace

bool holds(const ProgramCheck& check, int64_t a, int64_t b) {
  switch (check.kind) {
    case ProgramCheck::Kind::kEqual: return a == b;
    case ProgramCheck::Kind::kBroadcast: return a == b || a == 1 || b == 1;
    case ProgramCheck::Kind::kAtLeast: return a >= b;
  }
  return false;
}

Status check_failure(const Program& program, const ProgramCheck& check, std::span<const int64_t> slots) {
  Status out =
      invalid_argument((check.node.empty() ? "" : "node '" + check.node + "': ") + check.message).with("demanded", check_text(check));
  for (const auto& [text, slot] : {std::pair(check.a_text, check.a), std::pair(check.b_text, check.b)}) {
    const std::string value = std::to_string(slots[static_cast<size_t>(slot)]);
    if (text != value && !is_symbol(program, text)) out.with(text, value);
  }
  return with_symbols(std::move(out), program, {check.a, check.b}, slots);
}

Status undefined_extent(const Program& program, size_t instruction, std::span<const ProgramCheck> checks, std::span<const int64_t> slots) {
  const int32_t slot = program.dims.code[instruction].target;
  // A violated demand on what could be computed says more than "no value".
  std::vector<bool> missing(slots.size(), false);
  for (size_t i = instruction; i < program.dims.code.size(); ++i) missing[static_cast<size_t>(program.dims.code[i].target)] = true;
  for (const ProgramCheck& check : checks) {
    const auto a = static_cast<size_t>(check.a), b = static_cast<size_t>(check.b);
    if (!missing[a] && !missing[b] && !holds(check, slots[a], slots[b])) return check_failure(program, check, slots);
  }
  for (const ProgramCheck& check : program.checks) {
    if (check.a != slot && check.b != slot) continue;
    Status out = invalid_argument("node '" + check.node + "': " + check.message).with("demanded", check_text(check));
    return with_symbols(std::move(out), program, {slot}, slots);
  }
  constexpr char kReason[] = "has no value for these inputs (overflow, division by zero or shapes that do not broadcast)";
  for (const ProgramValue& value : program.values) {
    for (size_t axis = 0; axis < value.dims.size(); ++axis) {
      if (value.dims[axis] != slot) continue;
      return with_symbols(invalid_argument("extent " + std::to_string(axis) + " of '" + value.name + "' " + kReason), program, {slot},
                          slots);
    }
  }
  return with_symbols(invalid_argument("an extent " + std::string(kReason)), program, {slot}, slots);
}

}  // namespace gearbox
