; PASS: linearize
; A block that the program expects to be rare keeps a low branch weight, whichever successor of the
; branch it was.
; CHECK: call i1 @mux.lanes.any(i1
; CHECK: br i1 {{.*}}, label %work, label %end, !prof ![[WEIGHTS:[0-9]+]]
; CHECK: ![[WEIGHTS]] = !{!"branch_weights", i32 1, i32
define i32 @f(ptr %memory, i32 %n, i32 %lane) {
entry:
  %is_large = icmp sge i32 %lane, %n
  br i1 %is_large, label %end, label %work, !prof !0
work:
  %address = getelementptr i32, ptr %memory, i32 %lane
  store i32 1, ptr %address
  br label %end
end:
  ret i32 -1
}
!0 = !{!"branch_weights", i32 2000, i32 1}
