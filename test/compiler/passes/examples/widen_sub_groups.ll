; PASS: widen lanes=8 parts=2
; Each part is a sub-group. Shuffles at a constant distance are one shufflevector; reductions and
; votes are scalars, uniform in a part.
; CHECK: define internal i32 @packet.f(
; CHECK: load <8 x float>
; CHECK: load <8 x float>
; CHECK: <8 x i32> <i32 1, i32 0, i32 3, i32 2, i32 5, i32 4, i32 7, i32 6>
; CHECK: <8 x i32> <i32 1, i32 0, i32 3, i32 2, i32 5, i32 4, i32 7, i32 6>
; CHECK: fadd <4 x float>
; CHECK: fadd <2 x float>
; CHECK: fadd <1 x float>
; CHECK: bitcast <8 x i1>
; CHECK: to i8
; CHECK: select i1
; CHECK-NOT: <8 x i1>
; CHECK: store <8 x float>
; CHECK: store <8 x float>
; CHECK: ret i32 -1
declare i32 @mux.sub_group.lane()
declare i64 @mux.sub_group.ballot(i1)
declare float @mux.sub_group.reduce.add.float(float)
declare float @mux.sub_group.shuffle.float(float, i32)
define i32 @f(ptr %a, ptr %b, ptr %c, CONTEXT) {
  %from = getelementptr float, ptr %a, i64 %local_id.x
  %x = load float, ptr %from
  %lane = call i32 @mux.sub_group.lane()
  %partner = xor i32 %lane, 1
  %y = call float @mux.sub_group.shuffle.float(float %x, i32 %partner)
  %z = fadd float %x, %y
  %sum = call float @mux.sub_group.reduce.add.float(float %z)
  %is_greater = fcmp ogt float %z, 0.0
  %votes = call i64 @mux.sub_group.ballot(i1 %is_greater)
  %any = icmp ne i64 %votes, 0
  %result = select i1 %any, float %sum, float 0.0
  %to = getelementptr float, ptr %c, i64 %local_id.x
  store float %result, ptr %to
  ret i32 -1
}
