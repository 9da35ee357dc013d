#include "programs.h"

namespace mux::test::cl_set_kernel_exec_info {

TEST_CASE_METHOD(QueueFixture, "clSetKernelExecInfo: memory that a kernel accesses indirectly",
                 "[clSetKernelExecInfo]") {
  struct Node {
    Node *next;
    cl_int value;
  };
  const auto kernel = kernel_of_source(
      context,
      "struct node { global struct node *next; int value; };"
      "kernel void f(global struct node *n) { for (; n; n = n->next) n->value += 1; }");
  Node *nodes[3] = {};
  for (Node *&node : nodes) {
    node = static_cast<Node *>(clSVMAlloc(context, CL_MEM_READ_WRITE, sizeof(Node), 0));
    REQUIRE(node != nullptr);
    *node = {nullptr, 0};
  }
  nodes[0]->next = nodes[1];
  nodes[1]->next = nodes[2];
  succeed(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof nodes, nodes));
  succeed(clSetKernelArgSVMPointer(kernel, 0, nodes[0]));
  const size_t one = 1;
  for (int round = 0; round < 100; ++round) {
    succeed(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, &one, 0, nullptr, nullptr));
  }
  const auto clone = created([&](cl_int *code) { return clCloneKernel(kernel, code); });
  run(queue, clone, 1);
  succeed(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, 0, nullptr));
  run(queue, kernel, 1);
  for (Node *node : nodes) {
    CHECK(node->value == 102);
    clSVMFree(context, node);
  }
}

TEST_CASE_METHOD(ContextFixture, "clSetKernelExecInfo: rejects invalid arguments",
                 "[clSetKernelExecInfo]") {
  const auto kernel = kernel_of_source(context, "kernel void f() {}");
  const void *pointers[] = {&kernel};
  const cl_bool value = CL_TRUE;
  succeed(
      clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, sizeof value, &value));
  expect(clSetKernelExecInfo(nullptr, CL_KERNEL_EXEC_INFO_SVM_PTRS, 8, pointers),
         CL_INVALID_KERNEL);
  expect(clSetKernelExecInfo(kernel, 0, 8, pointers), CL_INVALID_VALUE);
  expect(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, 8, nullptr), CL_INVALID_VALUE);
  expect(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, 7, pointers), CL_INVALID_VALUE);
  expect(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, 1, &value),
         CL_INVALID_VALUE);
  expect(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, 4, nullptr),
         CL_INVALID_VALUE);
}

}  // namespace mux::test::cl_set_kernel_exec_info
