; PASS: recognize_atomic_rmw
; Compare-exchange loops become one atomic operation, whether they load the old value in each
; attempt or use the result of the last exchange. Uses of the old value get the operation's result.
; CHECK: define {{.*}}@f(
; CHECK: %[[SUM:.+]] = atomicrmw fadd ptr addrspace(1) %{{.+}}, float %{{.+}} monotonic, align 4
; CHECK: atomicrmw fmax ptr addrspace(1)
; CHECK: %[[OLD:.+]] = atomicrmw sub ptr addrspace(1)
; CHECK: atomicrmw add ptr addrspace(1) %{{.+}}, i32 %[[OLD]] monotonic
; CHECK-NOT: cmpxchg
; CHECK: ret void
; Not recognized: a lock, a difference with its operands swapped, another store in each attempt,
; later uses of the new value, and vectors, for which no operations exist.
; CHECK: define {{.*}}@g(
; CHECK-NOT: atomicrmw
; CHECK: cmpxchg
; CHECK-NOT: atomicrmw
; CHECK: cmpxchg
; CHECK-NOT: atomicrmw
; CHECK: cmpxchg
; CHECK-NOT: atomicrmw
; CHECK: cmpxchg
; CHECK-NOT: atomicrmw
; CHECK: cmpxchg
; CHECK-NOT: atomicrmw
; CHECK: ret void
target triple = "spir64"

define spir_kernel void @f(ptr addrspace(1) %memory, float %x, i32 %n) {
entry:
  %i = call spir_func i64 @_Z13get_global_idj(i32 0)
  %p = getelementptr i32, ptr addrspace(1) %memory, i64 %i
  br label %sum
sum:
  %before = load volatile float, ptr addrspace(1) %p
  %before.bits = bitcast float %before to i32
  %more = fadd float %x, %before
  %more.bits = bitcast float %more to i32
  %one = cmpxchg ptr addrspace(1) %p, i32 %before.bits, i32 %more.bits monotonic monotonic
  %succeeded = extractvalue { i32, i1 } %one, 1
  br i1 %succeeded, label %summed, label %sum
summed:
  %q = getelementptr i32, ptr addrspace(1) %p, i64 1
  %guess = load i32, ptr addrspace(1) %q
  br label %maximum
maximum:
  %assumed = phi i32 [ %guess, %summed ], [ %found, %maximum ]
  %assumed.float = bitcast i32 %assumed to float
  %larger = call float @llvm.maxnum.f32(float %assumed.float, float %x)
  %larger.bits = bitcast float %larger to i32
  %two = cmpxchg ptr addrspace(1) %q, i32 %assumed, i32 %larger.bits monotonic monotonic
  %found = extractvalue { i32, i1 } %two, 0
  %failed = icmp ne i32 %assumed, %found
  br i1 %failed, label %maximum, label %done
done:
  %r = getelementptr i32, ptr addrspace(1) %p, i64 2
  br label %difference
difference:
  %old = load i32, ptr addrspace(1) %r
  %less = sub i32 %old, %n
  %three = cmpxchg ptr addrspace(1) %r, i32 %old, i32 %less monotonic monotonic
  %there = extractvalue { i32, i1 } %three, 0
  %was.old = icmp eq i32 %there, %old
  br i1 %was.old, label %next, label %difference
next:
  %t = getelementptr i32, ptr addrspace(1) %p, i64 4
  br label %chain
chain:
  %last = load i32, ptr addrspace(1) %t
  %grown = add i32 %last, %old
  %four = cmpxchg ptr addrspace(1) %t, i32 %last, i32 %grown monotonic monotonic
  %grew = extractvalue { i32, i1 } %four, 1
  br i1 %grew, label %end, label %chain
end:
  %sums = fadd float %before, %assumed.float
  %total = add i32 %found, %there
  %s = getelementptr i32, ptr addrspace(1) %p, i64 3
  store float %sums, ptr addrspace(1) %s
  store i32 %total, ptr addrspace(1) %p
  ret void
}

define spir_kernel void @g(ptr addrspace(1) %p, i32 %n, <4 x i8> %color) {
entry:
  br label %lock
lock:
  %one = cmpxchg ptr addrspace(1) %p, i32 0, i32 1 monotonic monotonic
  %locked = extractvalue { i32, i1 } %one, 1
  br i1 %locked, label %between, label %lock
between:
  %q = getelementptr i32, ptr addrspace(1) %p, i64 1
  br label %opposite
opposite:
  %old = load i32, ptr addrspace(1) %q
  %rest = sub i32 %n, %old
  %two = cmpxchg ptr addrspace(1) %q, i32 %old, i32 %rest monotonic monotonic
  %exchanged = extractvalue { i32, i1 } %two, 1
  br i1 %exchanged, label %next, label %opposite
next:
  %r = getelementptr i32, ptr addrspace(1) %p, i64 2
  %s = getelementptr i32, ptr addrspace(1) %p, i64 3
  br label %noisy
noisy:
  %heard = load i32, ptr addrspace(1) %r
  %louder = add i32 %heard, %n
  store i32 %heard, ptr addrspace(1) %s
  %three = cmpxchg ptr addrspace(1) %r, i32 %heard, i32 %louder monotonic monotonic
  %was.heard = extractvalue { i32, i1 } %three, 1
  br i1 %was.heard, label %last, label %noisy
last:
  %t = getelementptr i32, ptr addrspace(1) %p, i64 4
  br label %used
used:
  %value = load i32, ptr addrspace(1) %t
  %sum = add i32 %value, %n
  %four = cmpxchg ptr addrspace(1) %t, i32 %value, i32 %sum monotonic monotonic
  %was.used = extractvalue { i32, i1 } %four, 1
  br i1 %was.used, label %bytes, label %used
bytes:
  %u = getelementptr i32, ptr addrspace(1) %p, i64 5
  br label %vector
vector:
  %word = load i32, ptr addrspace(1) %u
  %colors = bitcast i32 %word to <4 x i8>
  %brighter = add <4 x i8> %colors, %color
  %brighter.word = bitcast <4 x i8> %brighter to i32
  %five = cmpxchg ptr addrspace(1) %u, i32 %word, i32 %brighter.word monotonic monotonic
  %was.word = extractvalue { i32, i1 } %five, 1
  br i1 %was.word, label %end, label %vector
end:
  store i32 %sum, ptr addrspace(1) %s
  ret void
}

declare float @llvm.maxnum.f32(float, float)
declare spir_func i64 @_Z13get_global_idj(i32)
