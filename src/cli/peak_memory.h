#pragma once

namespace gearbox::cli {

/// The largest resident memory of this process since its program began, in MiB. What `getrusage` says is not used: Linux hands a
/// process the peak of whoever started it, so that a small program started by a large one looks as large.
double peak_resident_mib();

}  // namespace gearbox::cli
