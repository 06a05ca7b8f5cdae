# A sample of the language.
module Shapes

using LinearAlgebra, Statistics
import Base: show, +
export area, Point

const LIMIT = 1 << 4
abstract type Shape end
primitive type Small 8 end

struct Box <: Shape
    width::Int
    height
end

function plain(a, b)
    return a + b
end

struct Empty end

mutable struct Point{T<:Real} <: Shape
    x::T
    y::T
    Point(x::T, y) where {T} = new{T}(x, y)
end

area(box::Box) = box.width * box.height
area(p::Point{Int}) = p.x^2 + 2p.y

function check(value::Int, list...; first = 1, rest::String = "none")::Union{Int,Nothing}
    local counter = value > 3 ? value : -value
    global total
    if isempty(list) && value != 1 || !(first == 1)
        return nothing
    elseif 0 < value <= 5
        counter += 1
    else
        throw(ArgumentError("bad $value and $(list[1] + 1)"))
    end
    for (i, item) in enumerate(list), j in 1:2
        i % 2 == 0 && continue
        println(item, j)
    end
    for k = 1:2:LIMIT
        total += k
    end
    while counter > 0
        counter -= 1
        break
    end
    try
        error("bad")
    catch problem
        @warn "failed" problem
    finally
        counter = 0
    end
    let x = 1, y = 2
        x + y
    end
    begin
        total = 1
    end
    return counter
end

macro twice(body)
    quote
        $(esc(body))
        $(esc(body))
    end
end

end

double = x -> 2x
triple = (x, y) -> begin x + y end
table = Dict("a" => 1, :b => 2)
squares = [x^2 for x in 1:10 if x > 2]
pairs = (a = 1, b = "two")
matrix = [1 2; 3 4]
first, second = (1, 2.5)
table["a"] = matrix' .+ [1, 2]
map([1, 2]) do item
    item * 2
end
combined = max(first + 1, second * 2) - min(3, first)
lengths = map(length, ["a", "bb", string(first, second)])
if combined > 3 && length(lengths) == 3
    println("combined ", combined + sum(lengths))
end
scale(x, y) = (x + y) * 2 - x / y
append!(lengths, [scale(1, 2), scale(3, combined)])
result = @assert double(3) == 6 "message"
text = """several
lines"""
f(; options...) = area(Box(1, 2)).x[1]
'c' in [:a, 'b'] ? nothing : r"pattern"i
isnothing(result) |> println
