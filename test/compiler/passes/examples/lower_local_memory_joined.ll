; PASS: lower_local_memory width=scalar local=1,1,1 blocks=1,2
; Local memory of a group of one work-item becomes private, also through pointers that are swapped.
; A pointer that may point elsewhere stays a pointer to local memory.
; CHECK: define internal i32 @work_item.f(
; CHECK-DAG: %one = alloca [4 x i32], align 4
; CHECK-DAG: %a{{[0-9]+}} = alloca [128 x i8], align 128
; CHECK: %from = phi ptr [ %one, {{.*}} ], [ %to, {{.*}} ]
; CHECK-NEXT: %to = phi ptr [ %a{{[0-9]+}}, {{.*}} ], [ %from, {{.*}} ]
; CHECK: %[[OLD:.+]] = load i32, ptr %from
; CHECK: store i32 %{{.+}}, ptr %from
; CHECK: store i32 %[[OLD]], ptr %to
; CHECK: %either = select i1 %condition, ptr addrspace(3) %{{[0-9]+}}, ptr addrspace(3) %other
; CHECK: local memory 128,
target triple = "spir64"

@one = internal addrspace(3) global [4 x i32] undef, align 4

define spir_kernel void @f(ptr addrspace(3) %a, ptr addrspace(1) %out, i1 %condition) {
  br label %loop

loop:
  %from = phi ptr addrspace(3) [ @one, %0 ], [ %to, %loop ]
  %to = phi ptr addrspace(3) [ %a, %0 ], [ %from, %loop ]
  %old = atomicrmw volatile add ptr addrspace(3) %from, i32 1 monotonic
  store volatile i32 %old, ptr addrspace(3) %to
  %other = load ptr addrspace(3), ptr addrspace(1) %out
  %either = select i1 %condition, ptr addrspace(3) %from, ptr addrspace(3) %other
  store volatile i32 1, ptr addrspace(3) %either
  br i1 %condition, label %loop, label %end

end:
  ret void
}
