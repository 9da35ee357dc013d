; PASS: add_missing_barriers width=scalar
; All work-items clear an element that one of them writes: a barrier is inserted, because the writes
; conflict. No barrier is inserted where each writes its own element.
; CHECK: store i32 0, ptr addrspace(3) %sum
; CHECK: call void @_Z7barrierj(i32 1)
; CHECK: store i32 1, ptr addrspace(3)
; CHECK-NOT: call
; CHECK: store i32 2, ptr addrspace(3)
; CHECK: 1 barrier was added
target triple = "spir64"

define spir_kernel void @f(ptr addrspace(3) %sum, ptr addrspace(3) %other) {
  %i = call spir_func i64 @_Z12get_local_idj(i32 0)
  store i32 0, ptr addrspace(3) %sum
  %own = getelementptr i32, ptr addrspace(3) %sum, i64 %i
  store i32 1, ptr addrspace(3) %own
  %elsewhere = getelementptr i32, ptr addrspace(3) %other, i64 %i
  store i32 2, ptr addrspace(3) %elsewhere
  ret void
}

declare spir_func i64 @_Z12get_local_idj(i32)
