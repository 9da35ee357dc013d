// The thread that compiles variants of kernels in the background: one for the process, started when
// it is first needed, of low priority.
//
// Any thread may call it. In a forked child there is no such thread: variants are then never
// compiled, and forgetting them does not wait.
#pragma once

#include <condition_variable>
#include <mutex>
#include <thread>

namespace mux::host {

class KernelVariant;

class Specialiser {
 public:
  static Specialiser &instance();

  // Compiles the variant some time. If the thread cannot be started, never.
  void enqueue(KernelVariant &variant) noexcept;
  // Takes the variant back; waits if it is being compiled right now.
  void forget(KernelVariant &variant) noexcept;

 private:
  Specialiser() = default;
  ~Specialiser();

  void run() noexcept;

  std::mutex mutex_;
  std::condition_variable changed_;
  KernelVariant *first_waiting_ = nullptr;
  KernelVariant *current_ = nullptr;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace mux::host
