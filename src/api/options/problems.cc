#include "api/options/problems.h"

#include <algorithm>

namespace gearbox::options {

namespace {

constexpr size_t kMostShown = 20;

struct OptionName {
  Option option;
  std::string_view command_line, ge;
};

constexpr OptionName kNames[] = {
    {Option::kInputShape, "--input_shape", "ge.inputShape"},
    {Option::kDim, "--dim", ""},
    {Option::kSymbols, "--symbols", ""},
    {Option::kBatch, "--dynamic_batch_size", ""},
    {Option::kImage, "--dynamic_image_size", ""},
    {Option::kDims, "--dynamic_dims", "ge.dynamicDims"},
    {Option::kFormat, "--input_format", ""},
    {Option::kGears, "--gears", ""},
    {Option::kGearMode, "--gear-mode", ""},
    {Option::kGearScope, "--gear-scope", ""},
    {Option::kLazy, "--lazy-gears", "gearbox.lazyGears"},
    {Option::kNodeType, "", "ge.dynamicNodeType"},
    {Option::kHybrid, "", "ge.compileHybridMode"},
    {Option::kGeKeys, "", "GE options"},
};

}  // namespace

std::string_view option_name(Option option, Spelling spelling) {
  const OptionName& names = *std::ranges::find(kNames, option, &OptionName::option);
  const bool ge = names.command_line.empty() || (spelling == Spelling::kGe && !names.ge.empty());
  return ge ? names.ge : names.command_line;
}

void Problems::add(Option option, std::string text, Code code) { list_.push_back({option, std::move(text), code}); }

void Problems::add_all(Option option, const std::string& place, const Problems& part) {
  for (const Problem& problem : part.list_) add(option, place + problem.text, problem.code);
}

Status Problems::status() const {
  if (list_.empty()) return {};
  const Problem& first = list_.front();
  const bool one_option = std::ranges::all_of(list_, [&](const Problem& problem) { return problem.option == first.option; });
  const bool one_code = std::ranges::all_of(list_, [&](const Problem& problem) { return problem.code == first.code; });
  const Code code = one_code ? first.code : Code::kInvalidArgument;
  if (list_.size() == 1) return {code, name(first.option) + ": " + first.text};
  std::string out = (one_option ? name(first.option) + " has " : "the options have ") + std::to_string(list_.size()) + " problems";
  for (size_t i = 0; i < list_.size() && i < kMostShown; ++i) {
    out += "\n  " + (one_option ? "" : name(list_[i].option) + ": ") + list_[i].text;
  }
  if (list_.size() > kMostShown) out += "\n  … and " + std::to_string(list_.size() - kMostShown) + " more";
  return {code, out};
}

}  // namespace gearbox::options
