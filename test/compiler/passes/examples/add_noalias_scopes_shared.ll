; PASS: add_noalias_scopes width=scalar
; Where buffers may share memory, no alias scopes are added, but a remark says that distinct buffers
; would help.
; CHECK-NOT: alias.scope
; CHECK: distinct buffers matter
target triple = "spir64"

define spir_kernel void @f(ptr addrspace(1) %a, ptr addrspace(1) %b, ptr addrspace(1) %sum, i32 %n) {
entry:
  %is_small = icmp slt i32 %n, 100
  %pointer = load ptr addrspace(1), ptr addrspace(1) %b
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %one = load float, ptr addrspace(1) %a
  %chosen = select i1 %is_small, ptr addrspace(1) %a, ptr addrspace(1) %b
  %at = getelementptr float, ptr addrspace(1) %chosen, i32 %i
  %two = load float, ptr addrspace(1) %at
  %three = load float, ptr addrspace(1) %pointer
  %some = fadd float %one, %two
  %all = fadd float %some, %three
  store float %all, ptr addrspace(1) %sum
  %next = add nsw i32 %i, 1
  %goes_on = icmp slt i32 %next, %n
  br i1 %goes_on, label %loop, label %end
end:
  ret void
}
