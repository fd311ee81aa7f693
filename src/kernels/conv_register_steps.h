#pragma once

#include <cstdint>

#include "kernels/epilogue.h"

namespace gearbox::kernels {

/// An activation of sums in registers.
struct RegisterActivation {
  enum Kind : uint8_t {
    kNone,
    kLeast,      ///< max(low, x)
    kClamp,      ///< min(high, max(low, x))
    kHardSwish,  ///< x min(high, max(low, slope x + middle)) + shift: with a slope of 1/6, a middle of 1/2, 0 and 1, or these scaled
  };
  Kind kind = kNone;
  float low = 0;
  float high = 0;
  float slope = 0;
  float middle = 0;
  float shift = 0;
};

/// The first steps of an epilogue that sums take in registers, in this order; `rest` follows in memory.
struct ConvRegisterSteps {
  const float* bias = nullptr;  ///< null: none
  const float* add = nullptr;   ///< a tensor laid out as the output; null: none
  RegisterActivation activation;
  Epilogue rest;
};
ConvRegisterSteps split_epilogue(const Epilogue& epilogue);
/// As split_epilogue, with added tensors left to `rest`.
ConvRegisterSteps split_bias_and_activation(const Epilogue& epilogue);

}  // namespace gearbox::kernels
