#pragma once

#include <functional>
#include <memory>
#include <thread>
#include <vector>

namespace gearbox {

/// Threads that run tasks in the order they come; started at the first task. Thread-safe.
class TaskQueue {
 public:
  explicit TaskQueue(int threads);
  /// Runs what is queued and ends the threads. Called from a task, it leaves that to the threads themselves.
  ~TaskQueue();
  TaskQueue(const TaskQueue&) = delete;
  TaskQueue& operator=(const TaskQueue&) = delete;

  /// Tasks do not throw. Throws std::system_error where no thread can be started.
  void push(std::function<void()> task);
  /// Until nothing is queued or running. Called from a task, it returns at once.
  void wait();

 private:
  struct State;
  bool called_from_task() const;

  size_t wanted_;
  std::shared_ptr<State> state_;
  std::vector<std::thread> threads_;  // guarded by the state's mutex until the destructor
};

}  // namespace gearbox
