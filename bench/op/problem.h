#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/status.h"

namespace gearbox::bench {

/// One line of a problem file: "conv 1 64 56 56 64 3 1 1 1 winograd4 >= 250".
struct Problem {
  std::string text;              ///< the words without what is wanted
  std::string kind;              ///< the first word
  std::vector<int64_t> numbers;  ///< those that follow; kinds.cc names them
  std::string kernel;            ///< the word behind them: this kernel alone; empty: all there are
  double wanted = 0;             ///< percent of the machine's limit that the fast kernel should reach; 0: none stated
};

/// Reads one problem a line; '#' begins a comment. Errors name the line: a word that is not a
/// number from 0 on, a percentage that is none. Whether the kind exists and takes these numbers is left to make_case.
Result<std::vector<Problem>> parse_problems(const std::string& text);

}  // namespace gearbox::bench
