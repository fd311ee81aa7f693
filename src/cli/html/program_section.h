#pragma once

#include <cstddef>
#include <string>
#include <utility>

#include "cli/html/entry.h"
#include "cli/html/markup.h"

namespace gearbox::cli::html {

/// How much of a program's steps a section shows.
enum class StepList {
  kUnfolded,
  kFolded,
  kElsewhere,  ///< another section has them: gears may share a program
  kLeftOut,    ///< the page would grow too long
};

/// A program that calls enter: its memory where it has a plan, its operators, its steps. A folded one shows its title until asked.
void write_entry(Markup& page, const Model& model, const Entry& entry, StepList steps, bool folded);

/// A program that a step of another runs as its body `name`; `owner` is that program's index and the step.
void write_body(Markup& page, const Model& model, size_t index, const std::string& name, std::pair<size_t, size_t> owner);

}  // namespace gearbox::cli::html
