#include "calls/entry_point_calls.h"

#include <array>

namespace mux::test {

namespace {

std::array<std::atomic<bool>, max_entry_points> called;
thread_local int not_the_test = 0;

}  // namespace

void note_call(size_t entry_point) {
  // Read first: the flag is shared between threads, and some tests make millions of calls.
  std::atomic<bool> &flag = called[entry_point];
  if (not_the_test == 0 && !flag.load(std::memory_order_relaxed)) {
    flag.store(true, std::memory_order_relaxed);
  }
}

EntryPoints noted_calls() {
  EntryPoints result;
  for (size_t i = 0; i < max_entry_points; ++i) {
    result[i] = called[i].load(std::memory_order_relaxed);
  }
  return result;
}

void forget_calls() {
  for (std::atomic<bool> &flag : called) {
    flag.store(false, std::memory_order_relaxed);
  }
}

NotTheTest::NotTheTest() {
  ++not_the_test;
}

NotTheTest::~NotTheTest() {
  --not_the_test;
}

bool NotTheTest::here() {
  return not_the_test != 0;
}

}  // namespace mux::test
