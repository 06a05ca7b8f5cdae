;; Adds two numbers, and counts down from one.
(module $sums
  (type $binary (func (param i32 i32) (result i32)))
  (import "env" "log" (func $log (param i32)))
  (memory $bytes (export "memory") 1)
  (data (i32.const 8) "hello\00 \"you\"")
  (global $calls (mut i32) (i32.const 0))
  (table $calls2 2 funcref)
  (elem (i32.const 0) $add $count)
  (func $add (type $binary) (param $a i32) (param $b i32) (result i32)
    (global.set $calls (i32.add (global.get $calls) (i32.const 1)))
    local.get $a
    local.get $b
    i32.add)
  (; the second
     one ;)
  (func $count (export "count") (param $n i32) (result i32)
    (local $i i32)
    (local.set $i (local.get $n))
    (block $done
      (loop $again
        (br_if $done (i32.eqz (local.get $i)))
        (call $log (local.get $i))
        (local.set $i (i32.sub (local.get $i) (i32.const 1)))
        (br $again)))
    (if (result i32) (i32.lt_s (local.get $n) (i32.const -7))
      (then (i32.load offset=4 align=4 (i32.const 0)))
      (else (call $add (local.get $n) (i32.const 0x1F)))))
  (start $main)
  (func $main (drop (call $count (i32.const 3)))))
