; PASS: split_at_barriers width=scalar
; The contents of a private variable are not used after the barrier, but stores to it there need
; valid memory: an address that both sides use must not be on the stack of the first.
; CHECK: define internal i32 @work_item.f(
; CHECK-NOT: alloca [2 x i32]
; CHECK: ret i32 1
; CHECK: define internal i32 @work_item.f{{.+}}(
; CHECK-NOT: load ptr, ptr %storage
; CHECK: ret i32 -1
; CHECK: kept by a work-item 8
target triple = "spir64"

define spir_kernel void @f(ptr addrspace(1) %memory, i64 %which) {
  %pair = alloca [2 x i32]
  %first = load i32, ptr addrspace(1) %memory
  store i32 %first, ptr %pair
  %second = getelementptr i32, ptr %pair, i64 1
  store i32 3, ptr %second
  %one = getelementptr i32, ptr %pair, i64 %which
  %value = load i32, ptr %one
  store i32 %value, ptr addrspace(1) %memory
  call spir_func void @_Z7barrierj(i32 1)
  store i32 7, ptr %second
  ret void
}

declare spir_func void @_Z7barrierj(i32)
