#pragma once

#include <algorithm>
#include <cctype>
#include <string>
#include <vector>

#include "base/attributes.h"
#include "base/status.h"
#include "kernels/activation.h"

namespace gearbox::ops {

/// An activation of a recurrent layer with its default parameters; names count without regard to case.
struct RecurrentActivation {
  const char* name;
  kernels::ActivationCall call;
  int parameters;  ///< how many of activation_alpha and activation_beta (first alpha) it takes
};

inline Result<RecurrentActivation> recurrent_activation(const std::string& name) {
  using kernels::Activation;
  constexpr RecurrentActivation kKnown[] = {
      {"relu", {Activation::kRelu, 0, 0}, 0},
      {"tanh", {Activation::kTanh, 0, 0}, 0},
      {"sigmoid", {Activation::kSigmoid, 0, 0}, 0},
      {"softsign", {Activation::kSoftsign, 0, 0}, 0},
      {"softplus", {Activation::kSoftplus, 0, 0}, 0},
      {"leakyrelu", {Activation::kLeakyRelu, 0.01f, 0}, 1},
      {"thresholdedrelu", {Activation::kThresholdedRelu, 1, 0}, 1},
      {"elu", {Activation::kElu, 1, 0}, 1},
      {"affine", {Activation::kAffine, 1, 0}, 2},
      {"scaledtanh", {Activation::kScaledTanh, 1, 1}, 2},
      {"hardsigmoid", {Activation::kHardSigmoid, 0.2f, 0.5f}, 2},
  };
  std::string lower = name;
  std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  for (const RecurrentActivation& known : kKnown) {
    if (lower == known.name) return known;
  }
  return invalid_argument("activation '" + name + "' is not known");
}

/// The activations of all directions, `defaults` for each direction where the attribute `activations` is absent. The lists
/// activation_alpha and activation_beta are consumed in order by the activations that take such a parameter.
inline Result<std::vector<kernels::ActivationCall>> recurrent_activations(const Attributes& attributes, size_t directions,
                                                                          const Strings& defaults) {
  Strings names = attributes.texts("activations");
  if (names.empty()) {
    for (size_t d = 0; d < directions; ++d) names.insert(names.end(), defaults.begin(), defaults.end());
  }
  if (names.size() != directions * defaults.size()) {
    return invalid_argument("'activations' has " + std::to_string(names.size()) + " names, " +
                            std::to_string(directions * defaults.size()) + " expected");
  }
  const Floats alphas = attributes.reals("activation_alpha"), betas = attributes.reals("activation_beta");
  size_t alpha = 0, beta = 0;
  std::vector<kernels::ActivationCall> out;
  for (const std::string& name : names) {
    GBX_ASSIGN_OR_RETURN(RecurrentActivation activation, recurrent_activation(name));
    if (activation.parameters > 0 && alpha < alphas.size()) activation.call.a = alphas[alpha++];
    if (activation.parameters > 1 && beta < betas.size()) activation.call.b = betas[beta++];
    out.push_back(activation.call);
  }
  return out;
}

}  // namespace gearbox::ops
