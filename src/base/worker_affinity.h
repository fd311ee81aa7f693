#pragma once

#include <sched.h>

#include <span>
#include <thread>

namespace gearbox {

/// Keeps the workers of a small pool off the CPU of the thread that is about to wake them. Linux tends to wake a thread on its
/// waker's CPU where CPUs share no cache, as in many virtual machines; there it would wait for the end of the waker's time slice.
/// Not thread-safe: the owner of the workers calls it.
class WorkerAffinity {
 public:
  /// Notes the CPUs that the calling thread may use.
  WorkerAffinity();
  /// Excludes the calling thread's CPU from those of the workers. Costs a system call per worker where that CPU is a new one, and
  /// next to nothing else. Does nothing with one CPU or many workers: the kernel finds idle CPUs by itself on large machines.
  void keep_off_this_cpu(std::span<std::thread> workers);

 private:
  cpu_set_t allowed_;
  bool useful_;
  int avoided_ = -1;
};

}  // namespace gearbox
