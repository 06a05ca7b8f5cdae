// A module of our own, in both forms.
#map = affine_map<(d0, d1) -> (d1, d0)>
!pair = tuple<i32, f32>

module attributes {test.kind = "sample", test.list = [1, 2, -3]} {
  func.func private @extern(i32) -> i32

  func.func @loop(%n: index, %buffer: memref<4x?xf32>) -> f32 {
    %zero = arith.constant 0.000000e+00 : f32
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (f32) {
      %item = memref.load %buffer[%c0, %i] : memref<4x?xf32>
      %next = arith.addf %acc, %item fastmath<reassoc> : f32
      scf.yield %next : f32
    }
    return %sum : f32
  }

  func.func @blocks(%flag: i1, %x: i32) -> i32 {
    cf.cond_br %flag, ^bb1(%x : i32), ^bb2
  ^bb1(%y: i32):  // pred: ^bb0
    %z = func.call @extern(%y) : (i32) -> i32
    cf.br ^bb9(%z : i32)
  ^bb2:
    %c = arith.constant dense<[1, 2]> : tensor<2xi32>
    %q = "test.op"(%c, %x) ({
      ^inner(%a: i32):
        "test.use"(%a) {flag, name = @loop::@nested} : (i32) -> ()
    }) : (tensor<2xi32>, i32) -> i32
    cf.br ^bb9(%q : i32)
  ^bb9(%r: i32):
    return %r : i32
  }

  func.func @generic(%in: tensor<2x3xf32>, %out: tensor<3x2xf32>) -> tensor<3x2xf32> {
    %t = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]}
        ins(%in : tensor<2x3xf32>)
        outs(%out : tensor<3x2xf32>) {
      ^bb0(%a: f32, %b: f32):
        linalg.yield %a : f32
    } -> tensor<3x2xf32>
    return %t : tensor<3x2xf32> loc("sample.mlir":40:5)
  }
}
