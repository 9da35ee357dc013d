; PASS: widen lanes=8 parts=1 rows=2
; One load of b serves both rows; a value loaded from a stays scalar until it is used.
; CHECK: define internal i32 @packet.f(
; CHECK: load float, ptr %from.a
; CHECK: load float, ptr %from.a
; CHECK: load <8 x float>, ptr %from.b
; CHECK-NOT: load
; CHECK: fmul <8 x float>
; CHECK: fmul <8 x float>
; CHECK: store <8 x float>
; CHECK: store <8 x float>
; CHECK-NOT: store
; CHECK: ret i32 -1
define i32 @f(ptr %a, ptr %b, ptr %c, CONTEXT) {
  %from.a = getelementptr float, ptr %a, i64 %local_id.y
  %u = load float, ptr %from.a
  %from.b = getelementptr float, ptr %b, i64 %local_id.x
  %v = load float, ptr %from.b
  %p = fmul float %u, %v
  %to = getelementptr float, ptr %c, i64 %local_index
  store float %p, ptr %to
  ret i32 -1
}
