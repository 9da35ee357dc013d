; PASS: optimize width=scalar
; The loop has a sum that is known.
; CHECK: define {{.*}}i32 @mux_kernel_f(
; CHECK: mul i32 %{{.+}}, 3
target triple = "spir64"

define spir_kernel void @f(ptr addrspace(1) %out, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more_sum, %loop ]
  %more_sum = add i32 %sum, 3
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  store i32 %more_sum, ptr addrspace(1) %out
  ret void
}
