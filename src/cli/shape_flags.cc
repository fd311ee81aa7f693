#include "cli/shape_flags.h"

#include "api/options/check_words.h"
#include "api/options/lazy_gears.h"
#include "cli/model_source.h"
#include "cli/number_check.h"
#include "expr/relation.h"

namespace gearbox::cli {

namespace {

constexpr char kGroup[] = "What you know of the shapes";
constexpr char kGears[] = "Gears: shapes worth a branch of their own";

using Words = options::ShapeWords;

/// An option with one text, and where it goes.
struct TextFlag {
  const char* name;
  std::optional<std::string> Words::* word;
  const char* group;
  const char* help;
};

const TextFlag kTextFlags[] = {
    {"--input_shape", &Words::input_shape, kGroup, "Extents of inputs, as in GE: 'x:1~8,-1,16;y:-1,4'; odd names in double quotes"},
    {"--symbols", &Words::symbols, kGroup,
     "Values of symbols: 'N=1..16, L=8..512:8' (:8 for multiples of 8), 'N=4' fixes; odd names in double quotes"},
    {"--gears", &Words::gears, kGears, "Values of symbols: 'N=1,4; L=64,128' (all pairs), 'N=1,L=64 | N=8,L=32', or @FILE"},
    {"--gear-mode", &Words::gear_mode, kGears, "exact (its values only) or bounded (all up to them), for all or 'N=exact,L=bounded'"},
    {"--dynamic_batch_size", &Words::dynamic_batch_size, kGears, "As in GE: '1,4,16' at axis 0 where --input_shape has -1"},
    {"--dynamic_image_size", &Words::dynamic_image_size, kGears, "As in GE: '320,320;640,640', height and width"},
    {"--dynamic_dims", &Words::dynamic_dims, kGears, "As in GE: '1,64;8,128', a value for each -1 of --input_shape"},
    {"--input_format", &Words::input_format, kGears, "Of --dynamic_image_size: NCHW (default) or NHWC"},
};

/// Whether a command has the flag: some ask for a report with the word instead.
bool wanted(const TextFlag& flag, ShapeFlags flags) {
  return flags == ShapeFlags::kAll || (flag.word != &Words::symbols && flag.word != &Words::gears);
}

/// An option that may be repeated.
CLI::Option* add_list(CLI::App& command, const char* name, std::vector<std::string>& list, const char* group, const char* help) {
  return command.add_option(name, list, help)->expected(1)->take_all()->allow_extra_args(false)->group(group);
}

}  // namespace

void add_shape_flags(CLI::App& command, ShapeRequest& request, ShapeFlags flags) {
  for (const TextFlag& flag : kTextFlags) {
    if (!wanted(flag, flags)) continue;
    command
        .add_option_function<std::string>(
            flag.name, [&request, word = flag.word](const std::string& text) { request.words.*word = text; }, flag.help)
        ->group(flag.group);
  }
  command.add_option("--max-gears", request.words.max_gears, "Most gears that are accepted")
      ->capture_default_str()
      ->check(above_zero())
      ->group(kGears);
  command.add_flag("--no-fallback", request.no_fallback, "The gears alone: a call that none serves is an error")->group(kGears);
  command.add_flag("--lazy-gears", request.lazy_gears, "Make each gear in the background once a call asks for it, in memory")
      ->group(kGears);
  add_list(command, "--gear-scope", request.words.gear_scopes, kGears,
           "Gears of a part: 'head: from=boxes to=scores; boxes[0]=1,4,16', 'body: in=loop mode=bounded; x[0]=8'")
      ->type_name("NAME: WHERE; GEARS");
  add_list(command, "--dim", request.words.dims, kGroup, "Name an axis: x.1=seq, \"a;b\".0=seq; axes of one name are one symbol")
      ->type_name("INPUT.AXIS=NAME");
  add_list(command, "--assert", request.asserts, kGroup, "A relation that holds in every call: 'L >= 2*K', 'batch == beam'")
      ->type_name("RELATION");
  command.add_flag("--strict-outputs", request.strict_outputs, "Refuse a model that contradicts itself about its outputs")->group(kGroup);
  command.add_flag("--unbake-batch", request.unbake_batch, "Rewrite constants that fix a batch size")->group(kGroup);
}

Status check_shape_words(const ShapeRequest& request, const std::string& model) {
  if (names_package(model)) return {};
  const Words& words = request.words;
  GBX_RETURN_IF_ERROR(check_words(words));
  for (const std::string& text : request.asserts) {
    DimScope scope;
    if (auto relations = parse_relations(text, scope); !relations.ok()) return relations.status().at("--assert '" + text + "'");
  }
  if (request.no_fallback && words.gear_scopes.empty() && !words.gears && !words.dynamic_batch_size && !words.dynamic_image_size &&
      !words.dynamic_dims)
    return invalid_argument("--no-fallback leaves nothing to run where there are no gears");
  return request.lazy_gears ? options::check_lazy_gears(words, request.no_fallback) : Status();
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
  for (const std::string& word : request.words.gear_scopes) add("--gear-scope", word);
  for (const std::string& word : request.words.dims) add("--dim", word);
  for (const std::string& word : request.asserts) add("--assert", word);
  if (request.words.max_gears != Words().max_gears) add("--max-gears", std::to_string(request.words.max_gears));
  if (request.no_fallback) out.push_back("--no-fallback");
  if (request.lazy_gears) out.push_back("--lazy-gears");
  if (request.strict_outputs) out.push_back("--strict-outputs");
  if (request.unbake_batch) out.push_back("--unbake-batch");
  return out;
}

}  // namespace gearbox::cli
