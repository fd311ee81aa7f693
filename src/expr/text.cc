#include "expr/text.h"

#include <algorithm>
#include <string>

#include "expr/node.h"

namespace gearbox {

namespace text_writer {

/// Past this length text() stops with an ellipsis: shared parts are written again at every use, so that text can be exponentially
/// longer than the expression.
constexpr size_t kMaxLength = size_t{1} << 20;

bool is_plain_name(std::string_view name) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  const auto letter_or_digit = [letter](char c) { return letter(c) || (c >= '0' && c <= '9'); };
  return !name.empty() && letter(name[0]) && std::ranges::all_of(name, letter_or_digit);
}

class Writer {
 public:
  void dim(Dim dim) {
    if (dim.is_overflow()) {
      out_ += "overflow()";
      return;
    }
    const SumView view(dim);
    const bool constant_first = view.constant() > 0 && std::ranges::all_of(view.terms(), [](const Term& t) { return t.coefficient < 0; });
    first_ = true;
    if (constant_first) constant(view.constant());
    for (const Term& term : view.terms()) {
      if (term.coefficient > 0) this->term(term);
    }
    for (const Term& term : view.terms()) {
      if (term.coefficient < 0) this->term(term);
    }
    if (!constant_first && (view.constant() != 0 || view.terms().empty())) constant(view.constant());
  }

  std::string take() && {
    if (out_.size() > kMaxLength) {
      out_.resize(kMaxLength);
      out_ += "...";
    }
    return std::move(out_);
  }

 private:
  /// Writes the sign that joins a part to the sum; true where it is part of the number that follows.
  bool join(int64_t value) {
    const bool first = std::exchange(first_, false);
    if (value == INT64_MIN) {
      if (!first) out_ += " + ";
      return true;
    }
    if (value < 0) out_ += first ? "-" : " - ";
    if (value >= 0 && !first) out_ += " + ";
    return false;
  }

  void constant(int64_t value) {
    const bool with_sign = join(value);
    out_ += std::to_string(with_sign || value >= 0 ? value : -value);
  }

  void term(const Term& term) {
    if (term.coefficient == 1 || term.coefficient == -1) {
      join(term.coefficient);
    } else {
      constant(term.coefficient);
      out_ += '*';
    }
    const FactorView view(term.monomial);
    bool first_factor = true;
    for (const Factor& factor : view.factors()) {
      if (!std::exchange(first_factor, false)) out_ += '*';
      atom(*factor.atom);
      if (factor.power > 1) out_ += '^' + std::to_string(factor.power);
    }
  }

  void atom(const DimNode& atom) {
    if (out_.size() > kMaxLength) return;
    if (atom.kind == NodeKind::kSymbol) {
      out_ += dim_name_text(atom.scope->info(atom.symbol).name);
      return;
    }
    out_ += function_name(atom.kind);
    out_ += '(';
    for (size_t i = 0; i < atom.operands.size(); ++i) {
      if (i != 0) out_ += ", ";
      dim(atom.operands[i]);
    }
    out_ += ')';
    first_ = false;
  }

  std::string out_;
  bool first_ = true;
};

}  // namespace text_writer

std::string_view function_name(NodeKind kind) {
  for (const auto& [function, name] : kFunctionNames) {
    if (function == kind) return name;
  }
  return "";
}

std::string dim_name_text(std::string_view name) {
  if (text_writer::is_plain_name(name)) return std::string(name);
  std::string quoted = "\"";
  for (char c : name) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + '"';
}

std::string Dim::text() const {
  text_writer::Writer writer;
  writer.dim(*this);
  return std::move(writer).take();
}

}  // namespace gearbox
