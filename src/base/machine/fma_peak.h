#pragma once

namespace gearbox {

/// Floating-point operations per second that one thread of this machine reaches in f32 multiply-adds with the widest vectors it has, in
/// one run of about a millisecond. 0 where it lacks FMA.
double fma_rate();

/// The best of several such runs.
double measure_fma_peak();

}  // namespace gearbox
