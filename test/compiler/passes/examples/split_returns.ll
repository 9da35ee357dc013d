; PASS: split_returns width=8
; No work-item diverges at the branch, so each barrier gets a return of its own, and the common
; return block is removed.
; CHECK-LABEL: define {{.*}}i32 @
; CHECK-NOT: phi
; CHECK-DAG: ret i32 1
; CHECK-DAG: ret i32 -1
target triple = "spir64"

define spir_kernel void @f(ptr addrspace(1) %memory, i64 %n) {
entry:
  %i = call spir_func i64 @_Z12get_local_idj(i32 0)
  %p = getelementptr i32, ptr addrspace(1) %memory, i64 %i
  store i32 1, ptr addrspace(1) %p
  %goes_on = icmp ult i64 %n, 5
  br i1 %goes_on, label %wait, label %end
wait:
  store i32 3, ptr addrspace(1) %memory
  call spir_func void @_Z7barrierj(i32 1)
  store i32 2, ptr addrspace(1) %memory
  br label %end
end:
  ret void
}

declare spir_func i64 @_Z12get_local_idj(i32)
declare spir_func void @_Z7barrierj(i32)
