; PASS: widen lanes=8 parts=1 rows=1
; A load is not moved before a store between it and the adjacent load.
; CHECK: call <8 x float> @llvm.masked.gather.v8f32
; CHECK: store float
; CHECK: call <8 x float> @llvm.masked.gather.v8f32
; CHECK: ret i32 -1
define i32 @f(ptr %indices, ptr %points, ptr %out, CONTEXT) {
  %to.address = getelementptr i64, ptr %indices, i64 %local_id.x
  %index = load i64, ptr %to.address
  %x.at = getelementptr [2 x float], ptr %points, i64 %index
  %y.at = getelementptr i8, ptr %x.at, i64 4
  %x = load float, ptr %x.at
  store float 1.0, ptr %points
  %y = load float, ptr %y.at
  %sum = fadd float %x, %y
  %to = getelementptr float, ptr %out, i64 %local_id.x
  store float %sum, ptr %to
  ret i32 -1
}
