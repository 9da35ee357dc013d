// The thread that compiles code in the background: one for the process, started when it is first
// needed, of low priority.
//
// Any thread may call it. In a forked child there is no such thread: nothing is compiled then, and
// forgetting does not wait.
#pragma once

#include <condition_variable>
#include <mutex>
#include <thread>

namespace mux::host {

// Something to compile.
class BackgroundWork {
 public:
  virtual ~BackgroundWork() = default;
  // On the thread of low priority. May throw where memory runs out.
  virtual void compile() = 0;

 private:
  friend class Specialiser;

  // In the queue of those that wait to be compiled.
  BackgroundWork *next_waiting_ = nullptr;
};

class Specialiser {
 public:
  static Specialiser &instance();

  // Compiles it some time. If the thread cannot be started, never. Not to be called again before
  // it was compiled.
  void enqueue(BackgroundWork &work) noexcept;
  // Takes it back; waits if it is being compiled right now.
  void forget(BackgroundWork &work) noexcept;

 private:
  Specialiser() = default;
  ~Specialiser();

  void run() noexcept;

  std::mutex mutex_;
  std::condition_variable changed_;
  BackgroundWork *first_waiting_ = nullptr;
  BackgroundWork *current_ = nullptr;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace mux::host
