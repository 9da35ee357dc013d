; PASS: unsink_loads
; One load of an address that depends on the predecessor becomes one load in each predecessor; a
; predecessor with other successors gets a block in between.
; CHECK: define i32 @f(
; CHECK: br i1 %inside, label %near, label %entry.join_crit_edge
; CHECK: load i8, ptr %p
; CHECK: br label %join
; CHECK: load i8, ptr %q
; CHECK: br label %join
; CHECK: join:
; CHECK: %v = phi i8
; CHECK-NOT: load
; CHECK: ret i32 -1
define i32 @f(ptr %p, ptr %q, i1 %inside, CONTEXT) {
entry:
  br i1 %inside, label %near, label %join
near:
  br label %join
join:
  %at = phi ptr [ %q, %near ], [ %p, %entry ]
  %v = load i8, ptr %at
  store i8 %v, ptr %p
  ret i32 -1
}

; Not after a store, not if the address has other uses, and not in a loop.
; CHECK: define i32 @stays(
; CHECK: join:
; CHECK: store i8 0
; CHECK: load i8, ptr %late
; CHECK: loop:
; CHECK: load i8, ptr %step
; CHECK: ret i32 -1
define i32 @stays(ptr %p, ptr %q, i1 %inside, CONTEXT) {
entry:
  br i1 %inside, label %near, label %far
near:
  br label %join
far:
  br label %join
join:
  %late = phi ptr [ %q, %near ], [ %p, %far ]
  %used = phi ptr [ %p, %near ], [ %q, %far ]
  %first = load i8, ptr %used
  store i8 0, ptr %used
  %second = load i8, ptr %late
  br label %loop
loop:
  %step = phi ptr [ %p, %join ], [ %q, %loop ]
  %third = load i8, ptr %step
  %again = icmp eq i8 %third, %first
  br i1 %again, label %loop, label %end
end:
  store i8 %second, ptr %p
  ret i32 -1
}
