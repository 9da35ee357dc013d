; PASS: specialize_arguments argument=1 bits=16 width=scalar
; An argument of known value is replaced by a constant.
; CHECK: define void @f(
; CHECK: %more = add i32 %a, 16
target triple = "spir64"

define spir_kernel void @f(ptr addrspace(1) %out, i32 %n, i32 %a) {
  %more = add i32 %a, %n
  store i32 %more, ptr addrspace(1) %out
  ret void
}
