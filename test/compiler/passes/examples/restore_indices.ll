; PASS: restore_indices
; Scaled indices become indices of elements of four, eight and two bytes; what is cut off elsewhere
; stays as it is.
; CHECK: define void @with_sign(
; CHECK: shl i64 %i, 32
; CHECK: ashr i64 %low, 32
; CHECK: getelementptr inbounds [4 x i8], ptr %a, i64
; CHECK: define void @without_sign(
; CHECK: and i64 %i, 4294967295
; CHECK: getelementptr [8 x i8], ptr %a, i64
; CHECK: define void @of_pairs(
; CHECK: getelementptr [2 x i8], ptr %a, i64
; CHECK: define void @others(
; CHECK: ashr i64 %low, 30
; CHECK: getelementptr i8, ptr %a, i64
; CHECK: getelementptr i8, ptr %a, i64 %narrow
; CHECK: define void @of_sums(
; CHECK: %1 = shl i64 %group, 7
; CHECK: %2 = add i64 %1, %i
; CHECK: %3 = shl i64 %2, 32
; CHECK: %4 = ashr i64 %3, 32
; CHECK: getelementptr float, ptr %a, i64 %4
; CHECK: add i64 %i, 3
; CHECK: getelementptr [4 x i8], ptr %a, i64
; CHECK: define void @of_other_sums(
; CHECK: ashr i64 %sum, 32
; CHECK: ret void
define void @with_sign(ptr %a, i64 %i) {
  %low = shl i64 %i, 32
  %bytes = ashr exact i64 %low, 30
  %at = getelementptr inbounds i8, ptr %a, i64 %bytes
  store i32 1, ptr %at
  ret void
}
define void @without_sign(ptr %a, i64 %i) {
  %scaled = shl i64 %i, 2
  %bytes = and i64 %scaled, 17179869180
  %at = getelementptr i16, ptr %a, i64 %bytes
  store i32 1, ptr %at
  ret void
}
define void @of_pairs(ptr %a, i64 %i) {
  %low = shl i64 %i, 32
  %bytes = ashr exact i64 %low, 31
  %at = getelementptr i8, ptr %a, i64 %bytes
  store i16 1, ptr %at
  ret void
}
define void @others(ptr %a, i64 %i) {
  %low = shl i64 %i, 31
  %bytes = ashr i64 %low, 30
  %at = getelementptr i8, ptr %a, i64 %bytes
  store i32 1, ptr %at
  %scaled = shl i64 %i, 2
  %narrow = and i64 %scaled, 8589934588
  %next = getelementptr i8, ptr %a, i64 %narrow
  store i32 1, ptr %next
  ret void
}
define void @of_sums(ptr %a, i64 %group, i64 %i) {
  %first = shl i64 %group, 39
  %id = shl i64 %i, 32
  %sum = add i64 %first, %id
  %index = ashr exact i64 %sum, 32
  %at = getelementptr float, ptr %a, i64 %index
  store i32 1, ptr %at
  %third = add i64 %id, 12884901888
  %bytes = ashr exact i64 %third, 30
  %next = getelementptr i8, ptr %a, i64 %bytes
  store i32 1, ptr %next
  ret void
}
define void @of_other_sums(ptr %a, i64 %group, i64 %i) {
  %first = shl i64 %group, 31
  %id = shl i64 %i, 32
  %sum = add i64 %first, %id
  %index = ashr i64 %sum, 32
  %at = getelementptr float, ptr %a, i64 %index
  store i32 1, ptr %at
  ret void
}
