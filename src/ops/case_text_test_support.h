#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/attributes.h"
#include "base/status.h"

namespace gearbox::ops {

/// One operand or result of a case, still as text where it depends on the binding.
struct CaseTensor {
  bool given = true;  ///< false for "-": left out
  DType dtype = DType::kUndefined;
  bool ranked = true;                                ///< false for "f32[*]"
  std::vector<std::string> dims;                     ///< expressions; "?" is not checked
  std::optional<std::vector<std::string>> elements;  ///< of ={…}: numbers, or expressions of the symbols
  std::optional<std::pair<double, double>> range;    ///< of {lo..hi}
};

/// One line of a cases.txt:
///   types… => types… [attribute=value…] [opset=V] [N>=least…]
/// A type is `f32[N,2*M]`, with `={1,2}` for given elements (constants, or expressions of symbols), with `{lo..hi}` for random ones in
/// that range (of a result, given elements are numbers that it must hold); `-` leaves an optional operand out. Attribute values are
/// integers, floats (with a point), lists in brackets, tensors
/// (`f32[1]={3}`) or text, quoted where it holds spaces. Lines that start with # and empty lines do not count.
struct OperatorCase {
  int line = 0;
  std::string text;
  std::vector<CaseTensor> inputs, outputs;
  Attributes attributes;
  int opset = 0;                         ///< 0: not given
  bool refused = false;                  ///< => error
  std::map<std::string, int64_t> least;  ///< smallest extents of symbols; 0 where not given
};

Result<OperatorCase> parse_case(std::string_view text);
/// All cases of a file; the error names file and line.
Result<std::vector<OperatorCase>> read_cases(const std::string& path);

}  // namespace gearbox::ops
