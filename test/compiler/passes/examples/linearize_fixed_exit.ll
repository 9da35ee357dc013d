; PASS: linearize
; A loop with a divergent exit, and an exit after a fixed trip count: the counter stays uniform, the
; fixed exit stays a branch of its own, and there is one select of the live-out values and one test
; of the mask in each iteration.
; CHECK: head:
; CHECK: [ 0, %entry ]
; CHECK: phi i1 [ true, %entry ]
; CHECK-NOT: any
; CHECK: %more = icmp slt i32
; CHECK: select i1
; CHECK-NOT: select
; CHECK: br i1 %more, label %test, label %done
; CHECK: test:
; CHECK: %in = fcmp
; CHECK: i1 %in, i1 false
; CHECK: body:
; CHECK-NOT: select
; CHECK: call i1 @mux.lanes.any
; CHECK-NOT: any
; CHECK: label %head, label %done
; CHECK: done:
; CHECK-NOT: mux.lanes.mask(i1 %
; CHECK: ret
define i32 @f(ptr %memory, float %step, float %lane_x, i32 %lane) {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %x = phi float [ 0.0, %entry ], [ %x2, %body ]
  %y = phi float [ 0.0, %entry ], [ %y2, %body ]
  %more = icmp slt i32 %i, 256
  br i1 %more, label %test, label %done
test:
  %xx = fmul float %x, %x
  %yy = fmul float %y, %y
  %s = fadd float %xx, %yy
  %in = fcmp ole float %s, 4.0
  br i1 %in, label %body, label %done
body:
  %d = fsub float %xx, %yy
  %x2 = fadd float %d, %lane_x
  %xy = fmul float %x, %y
  %y1 = fmul float %xy, 2.0
  %y2 = fadd float %y1, %step
  %next = add nsw i32 %i, 1
  br label %head
done:
  %address = getelementptr i32, ptr %memory, i32 %lane
  store i32 %i, ptr %address
  ret i32 -1
}
