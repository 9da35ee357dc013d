; PASS: widen lanes=4 parts=1 rows=1
; Pixels of two members, in reverse order: the last work-item's are first in memory, and both
; members of all lanes are loaded and stored together.
; CHECK: i64 -24
; CHECK: load <4 x float>, ptr
; CHECK: load <4 x float>, ptr
; CHECK-NOT: masked.gather
; CHECK: store <4 x float>
; CHECK: store <4 x float>
; CHECK-NOT: masked.scatter
; CHECK: ret i32 -1
define i32 @f(ptr %in, ptr %out, i64 %last, CONTEXT) {
  %mirrored = sub i64 %last, %local_id.x
  %x.at = getelementptr [2 x float], ptr %in, i64 %mirrored
  %y.at = getelementptr i8, ptr %x.at, i64 4
  %x = load float, ptr %x.at
  %y = load float, ptr %y.at
  %sum = fadd float %x, %y
  %difference = fsub float %x, %y
  %to.sum = getelementptr [2 x float], ptr %out, i64 %mirrored
  %to.difference = getelementptr i8, ptr %to.sum, i64 4
  store float %sum, ptr %to.sum
  store float %difference, ptr %to.difference
  ret i32 -1
}
