/// @file
/// An intrusive doubly linked list: linking does not allocate, and unlinking takes constant time.
/// An element derives from ListNode<Element, Tag> once for each list that it can be in. The list
/// does not own its elements; its owner serializes access.
#pragma once

#include <cstddef>

namespace mux::host {

template <typename T, typename Tag>
struct ListNode {
  T *next = nullptr;
  T *previous = nullptr;
};

/// @tparam alignment_of_ends separates head and tail, so that threads that push and threads that
/// remove do not write to the same cache line.
template <typename T, typename Tag, size_t alignment_of_ends = alignof(T *)>
class List {
  using Node = ListNode<T, Tag>;

 public:
  bool empty() const { return first_ == nullptr; }
  T *front() const { return first_; }
  static T *after(const T *element) { return node(element)->next; }

  void push_back(T *element) {
    node(element)->next = nullptr;
    node(element)->previous = last_;
    (last_ != nullptr ? node(last_)->next : first_) = element;
    last_ = element;
  }

  void remove(T *element) {
    T *next = node(element)->next;
    T *previous = node(element)->previous;
    (previous != nullptr ? node(previous)->next : first_) = next;
    (next != nullptr ? node(next)->previous : last_) = previous;
    node(element)->next = node(element)->previous = nullptr;
  }

 private:
  static Node *node(T *element) { return element; }
  static const Node *node(const T *element) { return element; }

  alignas(alignment_of_ends) T *first_ = nullptr;
  alignas(alignment_of_ends) T *last_ = nullptr;
};

}  // namespace mux::host
