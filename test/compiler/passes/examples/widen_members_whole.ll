; PASS: widen lanes=4 parts=1 rows=1
; Four adjacent members of 16 bytes in total at irregular addresses: one load for each work-item.
; CHECK: load <4 x float>, ptr
; CHECK: load <4 x float>, ptr
; CHECK: load <4 x float>, ptr
; CHECK: load <4 x float>, ptr
; CHECK: <4 x i32> <i32 0, i32 2, i32 4, i32 6>
; CHECK: <4 x i32> <i32 1, i32 3, i32 5, i32 7>
; CHECK-NOT: masked.gather
; CHECK: ret i32 -1
define i32 @f(ptr %indices, ptr %points, ptr %out, CONTEXT) {
  %to.address = getelementptr i64, ptr %indices, i64 %local_id.x
  %index = load i64, ptr %to.address
  %x.at = getelementptr [4 x float], ptr %points, i64 %index
  %y.at = getelementptr i8, ptr %x.at, i64 4
  %z.at = getelementptr i8, ptr %x.at, i64 8
  %w.at = getelementptr i8, ptr %x.at, i64 12
  %x = load float, ptr %x.at
  %y = load float, ptr %y.at
  %z = load float, ptr %z.at
  %w = load float, ptr %w.at
  %xy = fadd float %x, %y
  %zw = fadd float %z, %w
  %sum = fmul float %xy, %zw
  %to = getelementptr float, ptr %out, i64 %local_id.x
  store float %sum, ptr %to
  ret i32 -1
}
