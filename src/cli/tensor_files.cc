#include "cli/tensor_files.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include "api/load_compiler.h"
#include "api/options/tokens.h"
#include "cli/npy.h"

namespace gearbox::cli {

namespace {

/// One way to read NAME=FILE.
struct InputWord {
  std::string name, path;
};

/// Every way: a name that is not in quotes ends at any '='.
Result<std::vector<InputWord>> readings(const std::string& word) {
  std::vector<InputWord> out;
  for (size_t equals = 0; (equals = word.find('=', equals)) != std::string::npos; ++equals) {
    if (word.starts_with('"') && equals != options::find_unquoted(word, '=')) continue;
    const auto name = options::parse_name(std::string_view(word).substr(0, equals));
    if (!name.ok()) continue;
    out.push_back({*name, word.substr(equals + 1)});
  }
  if (out.empty()) return invalid_argument("'" + word + "' is not NAME=FILE");
  return out;
}

std::string path_problem(const std::string& path) {
  if (!path.ends_with(".npy") && !path.ends_with(".pb")) return "'" + path + "' ends neither in .npy nor in .pb";
  return std::filesystem::exists(path) ? "" : "there is no file " + path;
}

Result<InputWord> choose(const std::string& word, std::span<const std::string> inputs) {
  GBX_ASSIGN_OR_RETURN(std::vector<InputWord> ways, readings(word));
  InputWord first = ways.front();
  std::erase_if(ways, [&](const InputWord& way) { return std::ranges::find(inputs, way.name) == inputs.end(); });
  if (ways.empty()) return first;
  std::vector<InputWord> existing = ways;
  std::erase_if(existing, [](const InputWord& way) { return !path_problem(way.path).empty(); });
  if (existing.empty()) return invalid_argument("--input '" + word + "': " + path_problem(ways.front().path));
  if (existing.size() == 1) return existing.front();
  return invalid_argument("--input '" + word + "' fits '" + existing[0].name + "' and '" + existing[1].name +
                          "'; write the name in double quotes");
}

}  // namespace

std::string input_word_problem(const std::string& word) {
  const auto ways = readings(word);
  if (!ways.ok()) return ways.status().message();
  const auto sound = [](const InputWord& way) { return path_problem(way.path).empty(); };
  return std::ranges::any_of(ways.value(), sound) ? "" : path_problem(ways.value().front().path);
}

Result<std::map<std::string, Literal>> read_inputs(std::span<const std::string> words, std::span<const std::string> inputs) {
  std::map<std::string, Literal> out;
  for (const std::string& word : words) {
    GBX_ASSIGN_OR_RETURN(const InputWord chosen, choose(word, inputs));
    if (out.contains(chosen.name)) return invalid_argument("--input gives '" + chosen.name + "' twice");
    if (chosen.path.ends_with(".pb")) {
      GBX_ASSIGN_OR_RETURN(const CompilerLibrary* compiler, load_compiler());
      GBX_ASSIGN_OR_RETURN(out[chosen.name], compiler->read_tensor(chosen.path));
    } else {
      GBX_ASSIGN_OR_RETURN(out[chosen.name], read_npy(chosen.path));
    }
  }
  return out;
}

std::vector<std::string> npy_file_names(std::span<const std::string> names) {
  const auto plain = [](std::string name) {
    std::ranges::replace(name, '/', '_');
    return name;
  };
  std::vector<std::string> out(names.size());
  std::set<std::string> taken;
  for (size_t i = 0; i < names.size(); ++i) {
    if (plain(names[i]) == names[i] && taken.insert(names[i]).second) out[i] = names[i] + ".npy";
  }
  for (size_t i = 0; i < names.size(); ++i) {
    if (!out[i].empty()) continue;
    std::string name = plain(names[i]);
    for (int number = 2; !taken.insert(name).second; ++number) name = plain(names[i]) + "_" + std::to_string(number);
    out[i] = name + ".npy";
  }
  return out;
}

Status write_tensors(const std::string& folder, std::span<const std::string> files, std::span<const Tensor> tensors) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) return invalid_argument("cannot make the folder " + folder + ": " + error.message());
  for (size_t i = 0; i < tensors.size(); ++i) GBX_RETURN_IF_ERROR(write_npy(folder + "/" + files[i], tensors[i]));
  return {};
}

}  // namespace gearbox::cli
