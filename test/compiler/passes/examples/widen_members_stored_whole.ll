; PASS: widen lanes=8 parts=1 rows=1
; Structures of 16 bytes are composed and stored one after the other.
; CHECK: bitcast <8 x float> %{{[0-9]+}} to <4 x i64>
; CHECK: store <2 x i64>
; CHECK: store <2 x i64>
; CHECK: store <2 x i64>
; CHECK: store <2 x i64>
; CHECK: store <2 x i64>
; CHECK: store <2 x i64>
; CHECK: store <2 x i64>
; CHECK: store <2 x i64>
; CHECK-NOT: store <2 x i64>
; CHECK-NOT: masked.scatter
; CHECK: ret i32 -1
define i32 @f(ptr %indices, ptr %values, ptr %points, CONTEXT) {
  %to.address = getelementptr i64, ptr %indices, i64 %local_id.x
  %index = load i64, ptr %to.address
  %value.at = getelementptr float, ptr %values, i64 %local_id.x
  %x = load float, ptr %value.at
  %y = fadd float %x, 1.0
  %z = fadd float %x, 2.0
  %w = fadd float %x, 3.0
  %x.at = getelementptr [4 x float], ptr %points, i64 %index
  %y.at = getelementptr i8, ptr %x.at, i64 4
  %z.at = getelementptr i8, ptr %x.at, i64 8
  %w.at = getelementptr i8, ptr %x.at, i64 12
  store float %x, ptr %x.at
  store float %y, ptr %y.at
  store float %z, ptr %z.at
  store float %w, ptr %w.at
  ret i32 -1
}
