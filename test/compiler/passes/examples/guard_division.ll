; PASS: guard_division width=scalar
; A divisor that would trap is replaced by 1. A constant divisor that cannot trap is not guarded.
; CHECK: %[[DIVISOR:.+]] = freeze i32 %b
; CHECK: %[[IS_ZERO:.+]] = icmp eq i32 %[[DIVISOR]], 0
; CHECK: %[[SAFE:.+]] = select i1 %[[IS_ZERO]], i32 1, i32 %[[DIVISOR]]
; CHECK: %unknown = udiv i32 %a, %[[SAFE]]
; CHECK: %known = udiv i32 %a, 10
target triple = "spir64"

define spir_kernel void @f(ptr addrspace(1) %out, i32 %a, i32 %b) {
  %unknown = udiv i32 %a, %b
  %known = udiv i32 %a, 10
  %sum = add i32 %unknown, %known
  store i32 %sum, ptr addrspace(1) %out
  ret void
}
