#pragma once

namespace gearbox::kernels::winograd_points {

// F(4x4, 3x3) evaluates polynomials at 0, +-kNear, +-kFar and infinity. Inputs and outputs use them as floats, so these and their powers up
// to the fourth have to be exact as floats.
constexpr double kNear = 3. / 4, kFar = 3. / 2;

}  // namespace gearbox::kernels::winograd_points
