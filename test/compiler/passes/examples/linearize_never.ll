; PASS: linearize
; A branch to unreachable code does not diverge. A trap is different.
; CHECK: define i32 @never
; CHECK-NOT: any
; CHECK: define i32 @trap
; CHECK: mux.lanes.any
; CHECK: call void @llvm.trap()
; CHECK: ret i32 -1
declare void @llvm.trap()
define i32 @never(ptr %memory, i32 %lane) {
entry:
  switch i32 %lane, label %nowhere [ i32 0, label %end
                                     i32 1, label %end ]
nowhere:
  unreachable
end:
  ret i32 -1
}
define i32 @trap(ptr %memory, i32 %lane) {
entry:
  %is_bad = icmp eq i32 %lane, 3
  br i1 %is_bad, label %bad, label %end
bad:
  call void @llvm.trap()
  unreachable
end:
  ret i32 -1
}
