; PASS: add_partner_versions lanes=16 parts=1 unchanged
; Constant distances, distances computed in a loop, and arbitrary masks get no versions.
define i32 @f(ptr %p, i64 %mask, CONTEXT) {
entry:
  %near = xor i64 %local_id.x, 1
  %ring = and i64 %local_id.x, %mask
  %start = add i64 %near, %ring
  br label %loop
loop:
  %k = phi i64 [ 1, %entry ], [ %next, %loop ]
  %partner = xor i64 %start, %k
  %other = xor i64 %local_id.x, %k
  %index = add i64 %partner, %other
  %address = getelementptr i32, ptr %p, i64 %index
  store i32 1, ptr %address
  %next = shl i64 %k, 1
  %more = icmp ult i64 %next, 64
  br i1 %more, label %loop, label %end
end:
  ret i32 -1
}
