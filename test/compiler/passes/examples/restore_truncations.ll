; PASS: restore_truncations
; Hidden truncations become truncations again; that of a constant becomes a constant.
; CHECK: define i32 @f(
; CHECK: %x = trunc i64 %id to i32
; CHECK: %sum = add i32 %x, 7
; CHECK-NOT: call
; CHECK: ret i32 %sum
define i32 @f(i64 %id) {
  %x = call i32 @mux.truncate(i64 %id)
  %seven = call i32 @mux.truncate(i64 4294967303)
  %sum = add i32 %x, %seven
  ret i32 %sum
}

declare i32 @mux.truncate(i64)
