#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "base/literal.h"
#include "base/status.h"
#include "ops/kernel_api.h"

namespace gearbox::cli {

/// What is wrong with a word of --input whatever the model is: empty where it is NAME=FILE with a .npy or .pb file that exists.
std::string input_word_problem(const std::string& word);

/// The tensors of the words of --input. A name may hold '=': of the ways to read a word, the one whose name is an input of the model and
/// whose file exists counts; a name in double quotes is read in one way. A .pb file is read by the compiler library, which knows ONNX.
/// Errors: no such input (the name up to the first '='), two ways to read a word, an input given twice.
Result<std::map<std::string, Literal>> read_inputs(std::span<const std::string> words, std::span<const std::string> inputs);

/// A file name of its own for each name: NAME.npy with '_' for '/', and a number behind it where another name has that already.
std::vector<std::string> npy_file_names(std::span<const std::string> names);

/// Writes each tensor into its file of the folder, which is made where it is missing.
Status write_tensors(const std::string& folder, std::span<const std::string> files, std::span<const Tensor> tensors);

}  // namespace gearbox::cli
