; PASS: promote_memory_reductions width=scalar distinct
; A sum is loaded before its loop and stored after it; where the loop may read it through another
; pointer, it is stored in each iteration.
; CHECK: %[[BEFORE:.+]] = load float, ptr addrspace(1) %[[SUM:.+]], align 4
; CHECK: phi float [ %[[BEFORE]]
; CHECK-NOT: store
; CHECK: br i1
; CHECK: store float {{.+}}, ptr addrspace(1) %[[SUM]]
; CHECK: {{^}}own:
; CHECK: store float
; CHECK: br i1
target triple = "spir64"

define spir_kernel void @f(ptr addrspace(1) %a, ptr addrspace(1) %sums, i32 %n) {
entry:
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %sum = getelementptr inbounds float, ptr addrspace(1) %sums, i64 %id
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %from = getelementptr inbounds float, ptr addrspace(1) %a, i32 %i
  %value = load float, ptr addrspace(1) %from
  %before = load float, ptr addrspace(1) %sum
  %after = fadd float %before, %value
  store float %after, ptr addrspace(1) %sum
  %next = add nsw i32 %i, 1
  %goes_on = icmp slt i32 %next, %n
  br i1 %goes_on, label %loop, label %own
own:
  %k = phi i32 [ 0, %loop ], [ %own.next, %own ]
  %own.from = getelementptr inbounds float, ptr addrspace(1) %sums, i32 %k
  %own.value = load float, ptr addrspace(1) %own.from
  %own.before = load float, ptr addrspace(1) %sum
  %own.after = fadd float %own.before, %own.value
  store float %own.after, ptr addrspace(1) %sum
  %own.next = add nsw i32 %k, 1
  %own.goes_on = icmp slt i32 %own.next, %n
  br i1 %own.goes_on, label %own, label %end
end:
  ret void
}

declare spir_func i64 @_Z13get_global_idj(i32)
