#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"

namespace gearbox::options {

/// The options that speak about shapes; kGeKeys stands for a GE session's options as a whole.
enum class Option {
  kInputShape,
  kDim,
  kSymbols,
  kBatch,
  kImage,
  kDims,
  kFormat,
  kGears,
  kGearMode,
  kGearScope,
  kLazy,
  kNodeType,
  kHybrid,
  kGeKeys
};

/// Whose names the user wrote: those of the command line, or the keys of a GE session where there is one.
enum class Spelling { kCommandLine, kGe };

/// How the user knows the option: "--dynamic_dims", "ge.dynamicDims".
std::string_view option_name(Option option, Spelling spelling);

/// Collects what is wrong with the options, so that the user hears of all of it at once.
class Problems {
 public:
  explicit Problems(Spelling spelling = Spelling::kCommandLine) : spelling_(spelling) {}

  /// `text` names the token and the user's input or axis.
  void add(Option option, std::string text, Code code = Code::kInvalidArgument);
  size_t size() const { return list_.size(); }
  /// Takes over what is wrong with a part of an option: `place` stands before each text.
  void add_all(Option option, const std::string& place, const Problems& part);
  /// option_name in the user's spelling.
  std::string name(Option option) const { return std::string(option_name(option, spelling_)); }

  /// Ok without a problem; one as "OPTION: text"; several as a headline and a line each. kUnsupported where nothing else is wrong.
  Status status() const;

 private:
  struct Problem {
    Option option;
    std::string text;
    Code code;
  };
  Spelling spelling_;
  std::vector<Problem> list_;
};

}  // namespace gearbox::options
