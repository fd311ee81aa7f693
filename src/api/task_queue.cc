#include "api/task_queue.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <mutex>

namespace gearbox {

/// Shared with the threads, which may outlive the queue.
struct TaskQueue::State {
  std::mutex mutex;
  std::condition_variable changed;
  std::deque<std::function<void()>> tasks;
  int running = 0;
  bool ending = false;

  void work() {
    std::unique_lock lock(mutex);
    while (true) {
      changed.wait(lock, [&] { return ending || !tasks.empty(); });
      if (tasks.empty()) return;
      std::function<void()> task = std::move(tasks.front());
      tasks.pop_front();
      ++running;
      lock.unlock();
      task();
      task = nullptr;  // what it holds may be this queue
      lock.lock();
      --running;
      changed.notify_all();
    }
  }
};

TaskQueue::TaskQueue(int threads) : wanted_(static_cast<size_t>(std::max(threads, 1))), state_(std::make_shared<State>()) {}

bool TaskQueue::called_from_task() const {
  return std::any_of(threads_.begin(), threads_.end(), [](const std::thread& t) { return t.get_id() == std::this_thread::get_id(); });
}

TaskQueue::~TaskQueue() {
  const bool from_task = called_from_task();
  {
    const std::lock_guard lock(state_->mutex);
    state_->ending = true;
  }
  state_->changed.notify_all();
  for (std::thread& thread : threads_) from_task ? thread.detach() : thread.join();
}

void TaskQueue::push(std::function<void()> task) {
  {
    const std::lock_guard lock(state_->mutex);
    while (threads_.size() < wanted_) threads_.emplace_back([state = state_] { state->work(); });
    state_->tasks.push_back(std::move(task));
  }
  state_->changed.notify_all();
}

void TaskQueue::wait() {
  std::unique_lock lock(state_->mutex);
  if (called_from_task()) return;
  state_->changed.wait(lock, [&] { return state_->tasks.empty() && state_->running == 0; });
}

}  // namespace gearbox
