; PASS: make_work_item_function width=scalar
; The kernel's parameters, followed by the work-item's context; the result -1 is the end of the
; kernel.
; CHECK-NOT: @f(
; CHECK: define internal i32 @work_item.f(ptr addrspace(1) {{.*}}%out, i64 {{.*}}%dimensions,
; CHECK-SAME: i64 {{.*}}%local_id.x,
; CHECK: ret i32 -1
; CHECK-NOT: @f(
target triple = "spir64"

define spir_kernel void @f(ptr addrspace(1) %out) {
  store i32 1, ptr addrspace(1) %out
  ret void
}
