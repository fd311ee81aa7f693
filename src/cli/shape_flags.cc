#include "cli/shape_flags.h"

namespace gearbox::cli {

namespace {

constexpr char kGroup[] = "What you know of the shapes";

/// An option with one text, and where it goes.
struct TextFlag {
  const char* name;
  std::optional<std::string> options::ShapeWords::* word;
  const char* help;
};

const TextFlag kTextFlags[] = {
    {"--input_shape", &options::ShapeWords::input_shape, "Extents of inputs, as in GE: 'x:1~8,-1,16;y:-1,4'"},
    {"--symbols", &options::ShapeWords::symbols, "Values of symbols: 'N=1..16, L=8..512:8' (:8 for multiples of 8), 'N=4' fixes"},
};

/// An option that may be repeated.
CLI::Option* add_list(CLI::App& command, const char* name, std::vector<std::string>& list, const char* help) {
  return command.add_option(name, list, help)->expected(1)->take_all()->allow_extra_args(false)->group(kGroup);
}

}  // namespace

void add_shape_flags(CLI::App& command, ShapeRequest& request, bool with_symbols) {
  for (const TextFlag& flag : kTextFlags) {
    if (!with_symbols && flag.word == &options::ShapeWords::symbols) continue;
    command
        .add_option_function<std::string>(
            flag.name, [&request, word = flag.word](const std::string& text) { request.words.*word = text; }, flag.help)
        ->group(kGroup);
  }
  add_list(command, "--dim", request.words.dims, "Name an axis: x.1=seq; axes of one name are one symbol")->type_name("INPUT.AXIS=NAME");
  add_list(command, "--assert", request.asserts, "A relation that holds in every call: 'L >= 2*K', 'batch == beam'")->type_name("RELATION");
  command.add_flag("--strict-outputs", request.strict_outputs, "Refuse a model that contradicts itself about its outputs")->group(kGroup);
  command.add_flag("--unbake-batch", request.unbake_batch, "Rewrite constants that fix a batch size")->group(kGroup);
}

std::vector<std::string> shape_words(const ShapeRequest& request) {
  std::vector<std::string> out;
  const auto add = [&](const std::string& name, const std::string& value) {
    out.push_back(name);
    out.push_back(value);
  };
  for (const TextFlag& flag : kTextFlags) {
    if (const auto& value = request.words.*flag.word) add(flag.name, *value);
  }
  for (const std::string& word : request.words.dims) add("--dim", word);
  for (const std::string& word : request.asserts) add("--assert", word);
  if (request.strict_outputs) out.push_back("--strict-outputs");
  if (request.unbake_batch) out.push_back("--unbake-batch");
  return out;
}

}  // namespace gearbox::cli
