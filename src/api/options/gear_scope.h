#pragma once

#include <span>
#include <string>
#include <vector>

#include "api/options/problems.h"

namespace gearbox::options {

/// A part of a model that gets gears of its own, in the user's words.
struct GearScopeWords {
  std::string name;                ///< the user's own, for reports
  std::vector<std::string> from;   ///< tensors at which the part begins
  std::vector<std::string> to;     ///< tensors at which it ends
  std::vector<std::string> nodes;  ///< names of its nodes; a '*' at the end stands for any rest
  std::string in;                  ///< the node whose body, or the call whose function, holds the part
  std::string gears;               ///< as --gears, over the symbols of the part's inputs
  std::string mode;                ///< as --gear-mode

  friend bool operator==(const GearScopeWords&, const GearScopeWords&) = default;
};

/// Reads the uses of --gear-scope: "NAME: WHERE; GEARS". WHERE is one or more of
///   from=T,T   the nodes behind these tensors; alone, all of them down to the outputs
///   to=T,T     the nodes before these tensors; alone, all of them up to the inputs
///   nodes=N,P* these nodes, and those whose names begin with P, instead of from and to
///   in=NODE    what is in the body of this node (NODE.then_branch of an If) or was in the function that it called; alone, all of it
///   mode=MODES as --gear-mode
/// separated by blanks; names may stand in double quotes and then hold any character. GEARS is as --gears. Uses with a problem are left
/// out.
std::vector<GearScopeWords> parse_gear_scopes(std::span<const std::string> uses, Problems& problems);

}  // namespace gearbox::options
