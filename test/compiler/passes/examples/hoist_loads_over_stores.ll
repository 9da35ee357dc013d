; PASS: hoist_loads_over_stores
; A load of another member of the same structure, and its address, are moved before the store; a
; load of the same member, of any other address, or after an atomic operation stays.
; CHECK: %x = load float, ptr %p
; CHECK: %y.address = getelementptr i8, ptr %p, i64 4
; CHECK: %y = load float, ptr %y.address
; CHECK: store float %x, ptr %p
; CHECK: %again = load float, ptr %p
; CHECK: %other = load float, ptr %q
; CHECK: store float %y, ptr %p
; CHECK: atomicrmw
; CHECK: %late = load float, ptr %y.address
define i32 @f(ptr %p, ptr %q, CONTEXT) {
  %x = load float, ptr %p
  store float %x, ptr %p
  %y.address = getelementptr i8, ptr %p, i64 4
  %y = load float, ptr %y.address
  %again = load float, ptr %p
  %other = load float, ptr %q
  store float %y, ptr %p
  %old = atomicrmw add ptr %q, i32 1 monotonic
  %late = load float, ptr %y.address
  ret i32 -1
}
