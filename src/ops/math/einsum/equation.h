#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"

namespace gearbox::ops::einsum {

/// An Einsum equation applied to operands of known rank: every axis has a label, equal labels run together, and labels the output
/// lacks are summed over. Letters are their own labels; the ellipsis stands for labels kEllipsis + distance from its right end.
struct Labels {
  std::vector<std::vector<int>> inputs;
  std::vector<int> output;
};
inline constexpr int kEllipsis = 256;

namespace parsing {

/// The labels of one term; `rank` is the operand's, or -1 for the output, whose ellipsis then has `ellipsis` axes.
inline Result<std::vector<int>> term_labels(std::string_view term, int64_t rank, int64_t ellipsis) {
  constexpr std::string_view kDots = "...";
  const size_t dots = term.find(kDots);
  int64_t letters = static_cast<int64_t>(term.size()) - (dots == std::string_view::npos ? 0 : 3);
  if (rank >= 0) ellipsis = dots == std::string_view::npos ? 0 : rank - letters;
  if (ellipsis < 0 || (rank >= 0 && letters + ellipsis != rank)) {
    return invalid_argument("term '" + std::string(term) + "' does not fit an operand of rank " + std::to_string(rank));
  }
  std::vector<int> out;
  for (size_t i = 0; i < term.size(); ++i) {
    if (i == dots) {
      for (int64_t axis = ellipsis; axis-- > 0;) out.push_back(kEllipsis + static_cast<int>(axis));
      i += 2;
    } else if ((term[i] >= 'a' && term[i] <= 'z') || (term[i] >= 'A' && term[i] <= 'Z')) {
      out.push_back(term[i]);
    } else {
      return invalid_argument("term '" + std::string(term) + "' holds '" + term[i] + "'; only letters and one ellipsis are allowed");
    }
  }
  return out;
}

}  // namespace parsing

/// Reads an equation such as "bij,bjk->bik". Without an arrow the output has the ellipsis, then every letter used once, sorted.
inline Result<Labels> labels_of(std::string_view text, std::span<const int64_t> ranks) {
  std::string equation;
  for (char c : text) {
    if (c != ' ') equation += c;
  }
  const size_t arrow = equation.find("->");
  const std::string left = equation.substr(0, arrow);
  std::vector<std::string> terms(1);
  for (char c : left) {
    if (c == ',') {
      terms.emplace_back();
    } else {
      terms.back() += c;
    }
  }
  if (terms.size() != ranks.size()) {
    return invalid_argument("equation '" + std::string(text) + "' has " + std::to_string(terms.size()) + " terms for " +
                            std::to_string(ranks.size()) + " inputs");
  }
  Labels out;
  std::map<int, int> uses;
  int64_t ellipsis = 0;
  for (size_t i = 0; i < terms.size(); ++i) {
    GBX_ASSIGN_OR_RETURN(std::vector<int> labels, parsing::term_labels(terms[i], ranks[i], 0));
    for (int label : labels) {
      ++uses[label];
      if (label >= kEllipsis) ellipsis = std::max<int64_t>(ellipsis, label - kEllipsis + 1);
    }
    out.inputs.push_back(std::move(labels));
  }
  std::string result;
  if (arrow == std::string::npos) {
    if (ellipsis > 0) result = "...";
    for (const auto& [label, count] : uses) {
      if (label < kEllipsis && count == 1) result += static_cast<char>(label);
    }
  } else {
    result = equation.substr(arrow + 2);
    if (ellipsis > 0 && result.find("...") == std::string::npos)
      return invalid_argument("the output of '" + std::string(text) + "' lacks the ellipsis");
  }
  GBX_ASSIGN_OR_RETURN(out.output, parsing::term_labels(result, -1, ellipsis));
  for (size_t i = 0; i < out.output.size(); ++i) {
    if (!uses.contains(out.output[i])) return invalid_argument("the output of '" + std::string(text) + "' has a letter that no input has");
    if (std::count(out.output.begin(), out.output.end(), out.output[i]) > 1)
      return invalid_argument("the output of '" + std::string(text) + "' repeats a letter");
  }
  return out;
}

}  // namespace gearbox::ops::einsum
