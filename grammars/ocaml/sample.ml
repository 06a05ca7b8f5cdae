(* A sample of the language. *)
open Printf
module StringMap = Map.Make (String)
include Comparable

exception Bad of string * int

type name = string
type 'a shape =
  | Circle of float
  | Box of { width : 'a; mutable height : int }
  | Empty
type point = { x : int; mutable y : int; name : string option }
type ('a, 'b) pair = 'a * 'b list -> int
type kind = [ `Small | `Large of int ]

module type SHAPE = sig
  type t
  val area : t -> float
  val scale : ?by:int -> t -> t
end

module Point : SHAPE = struct
  type t = point
  let area p = float_of_int (p.x * p.y)
  let scale ?(by = 2) p = { p with x = p.x * by }
end

module Make (S : SHAPE) (T : sig type t end) = struct
  let total list = List.fold_left (fun sum s -> sum +. S.area s) 0. list
end

module Plain = struct
  let zero = 0
  let next n = n + 1
end

external length : string -> int = "length"

let limit, other = 0x1F, -3
let rec even n = if n = 0 then true else odd (n - 1)
and odd n = n <> 0 && even (n - 1)

let check (value : int) ~list ?(first = 1) ~rest:_ () : int option =
  let counter = ref (if value > 0 then value else -value) in
  if list = [] && not (value = 1) || first <> 1 then begin
    incr counter
  end else if value > 3 then
    raise (Bad ("bad", value))
  else ();
  for i = 0 to value - 1 do
    printf "%d\n" i
  done;
  while !counter > 0 do
    counter := !counter - 1
  done;
  match list with
  | [] -> None
  | x :: _ when x > 5 -> Some x
  | [ 1; 2 ] | [| 3 |] :: [] -> Some 2
  | _ as all -> Some (List.length all)

let kind = function
  | Circle r -> r *. 2.
  | Box { width; height = h } -> float_of_int (width + h)
  | Empty -> assert false

let same = function x -> x
let safe f x = try f x with Not_found -> 0 | Bad (_, code) -> code

let double = fun x -> x * 2
let array = [| 1; 2; 3 |]
let text = "a" ^ {|quoted|} ^ String.make 1 'c'
let update p = p.y <- 3; array.(0) <- p.x; text.[0]
let piped = [ 1; 2 ] |> List.map (fun x -> (x, `Small)) |> List.length
let lazy_value = lazy (double 3)
let opened = let open List in length [ 1 ]
let bind = let* x = Some 1 in Some (x + 1)

class counter (start : int) = object (self)
  val mutable count = start
  method get = count
  method private add n = count <- count + n
  inherit base
end

let () =
  let c = new counter 1 in
  c#get |> print_int;
  ignore (Point.scale ~by:3 Point.(scale (Obj.magic 0)) : Point.t)
