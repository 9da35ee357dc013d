; PASS: split_at_barriers width=scalar
; One function before the barrier and one after it; values that live across it go to a context
; array.
; CHECK-NOT: @_Z7barrierj(i32 1)
; CHECK: define internal i32 @work_item.f(
; CHECK: %value = load i32, ptr addrspace(1)
; CHECK: store i32 %{{.+}}, ptr %
; CHECK: ret i32 1
; CHECK: define internal i32 @work_item.f{{.+}}(
; CHECK: load i32, ptr %
; CHECK: ret i32 -1
; CHECK: kept by a work-item 4
target triple = "spir64"

define spir_kernel void @f(ptr addrspace(1) %memory) {
  %i = call spir_func i64 @_Z12get_local_idj(i32 0)
  %p = getelementptr i32, ptr addrspace(1) %memory, i64 %i
  %value = load i32, ptr addrspace(1) %p
  call spir_func void @_Z7barrierj(i32 1)
  store i32 %value, ptr addrspace(1) %memory
  ret void
}

declare spir_func i64 @_Z12get_local_idj(i32)
declare spir_func void @_Z7barrierj(i32)
