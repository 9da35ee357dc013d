; PASS: unroll_strided_loops
; As Clang writes loops: the test comes first, so the body may never run, and the 32-bit index is
; not known not to wrap before it does.
; CHECK: %[[ROW:.+]] = phi ptr addrspace(1)
; CHECK: load float, ptr addrspace(1) %[[ROW]]{{.*}} !mux.row_load
; CHECK: %[[SECOND:.+]] = getelementptr{{.*}} %[[ROW]], i64 4
; CHECK: load float, ptr addrspace(1) %[[SECOND]]{{.*}} !mux.row_load
; CHECK: getelementptr{{.*}} %[[ROW]], i64 8
; CHECK: getelementptr{{.*}} %[[ROW]], i64 12
target triple = "spir64"

define spir_kernel void @rows(ptr addrspace(1) %a, ptr addrspace(1) %sums, i32 %n) {
entry:
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %i = trunc i64 %id to i32
  br label %test
test:
  %k = phi i32 [ 0, %entry ], [ %next, %body ]
  %sum = phi float [ 0.0, %entry ], [ %more, %body ]
  %goes_on = icmp slt i32 %k, %n
  br i1 %goes_on, label %body, label %end
body:
  %first = mul nsw i32 %i, %n
  %sum_of = add nsw i32 %first, %k
  %index = sext i32 %sum_of to i64
  %from = getelementptr inbounds float, ptr addrspace(1) %a, i64 %index
  %value = load float, ptr addrspace(1) %from
  %more = fadd float %sum, %value
  %next = add nsw i32 %k, 1
  br label %test
end:
  %to = getelementptr inbounds float, ptr addrspace(1) %sums, i64 %id
  store float %sum, ptr addrspace(1) %to
  ret void
}

declare spir_func i64 @_Z13get_global_idj(i32)
