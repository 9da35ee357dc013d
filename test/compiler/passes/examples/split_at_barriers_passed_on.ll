; PASS: split_at_barriers width=scalar
; A value that lives across two barriers is stored before the first one only, and loaded where it is
; used; one that lives across the second alone has the slot of the one that lives across the first
; alone.
; CHECK: define internal i32 @work_item.f(
; CHECK: store i32 {{.+}} !alias.scope
; CHECK: store i32 {{.+}} !alias.scope
; CHECK-NOT: alias.scope
; CHECK: ret i32 1
; CHECK: define internal i32 @work_item.f{{.+}}(
; CHECK-NOT: alias.scope
; CHECK: store i32 {{.+}} !alias.scope
; CHECK-NOT: alias.scope
; CHECK: ret i32 2
; CHECK: load i32, {{.+}} !alias.scope
; CHECK-NOT: alias.scope
; CHECK: define internal i32 @work_item.f{{.+}}(
; CHECK: ret i32 -1
; CHECK: kept by a work-item 8
target triple = "spir64"

define spir_kernel void @f(ptr addrspace(1) %memory) {
  %i = call spir_func i64 @_Z12get_local_idj(i32 0)
  %p = getelementptr i32, ptr addrspace(1) %memory, i64 %i
  %late = load i32, ptr addrspace(1) %p
  %q = getelementptr i32, ptr addrspace(1) %p, i64 100
  %early = load i32, ptr addrspace(1) %q
  call spir_func void @_Z7barrierj(i32 1)
  %r = getelementptr i32, ptr addrspace(1) %p, i64 200
  %other = load i32, ptr addrspace(1) %r
  %sum = add i32 %early, %other
  call spir_func void @_Z7barrierj(i32 1)
  %all = add i32 %sum, %late
  store i32 %all, ptr addrspace(1) %memory
  ret void
}

declare spir_func i64 @_Z12get_local_idj(i32)
declare spir_func void @_Z7barrierj(i32)
