#pragma once

namespace gearbox::cli {

/// Floating-point operations per second that one thread of this machine reaches in f32 multiply-adds: the best of several runs of
/// about a millisecond with the widest vectors it has. 0 where it lacks FMA.
double measure_fma_peak();

}  // namespace gearbox::cli
