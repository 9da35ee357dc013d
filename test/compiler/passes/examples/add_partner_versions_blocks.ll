; PASS: add_partner_versions lanes=16 parts=4
; `i & (n - 1)`: the higher bits are uniform in a packet and the lower bits do not change. No k is
; within a vector, so two versions suffice.
; CHECK: versions:
; CHECK: xor i64
; CHECK: , -1
; CHECK: , 63
; CHECK-NOT: not.far
; CHECK: entry:
; CHECK: entry.version:
; CHECK: or i64 %below
; CHECK: , 63
; CHECK: ret i32 -1
define i32 @f(ptr %p, i64 %n, CONTEXT) {
entry:
  %below = add i64 %n, -1
  %inside = and i64 %local_id.x, %below
  %address = getelementptr i32, ptr %p, i64 %inside
  store i32 1, ptr %address
  ret i32 -1
}
