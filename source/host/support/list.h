/// @file
/// A doubly linked list whose links live in its elements, so that linking allocates nothing and
/// unlinking takes constant time. An element derives from ListNode<Element, Tag> once for each list
/// it can be in. The list owns nothing; whoever owns the list serializes access.
#pragma once

#include <cstddef>

namespace mux::host {

template <typename T, typename Tag>
struct ListNode {
  T *next = nullptr;
  T *previous = nullptr;
};

/// With an alignment, the ends lie so far apart that threads which add at the one and threads which
/// remove at the other do not write to the same cache line.
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
