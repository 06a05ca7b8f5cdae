# A sample of the language.
defmodule Sample.Shape do
  @moduledoc "Shapes."
  use GenServer
  alias Sample.{Box, Point}
  import Enum, only: [map: 2]
  require Logger

  @limit 0x1F
  @type t :: %__MODULE__{x: integer, y: integer | nil}
  defstruct x: 0, y: 1

  @doc """
  The area.

      iex> Sample.Shape.area(%{x: 2, y: 3}, 1)
      6
  """
  @spec area(t, integer) :: integer
  def area(%__MODULE__{x: x, y: y}, scale \\ 1) when is_integer(x) and scale > 0 do
    x * y * scale
  end

  def area(_other, _scale), do: {:error, :bad}

  def sizes(items, factor) do
    total = Enum.sum(items) * factor
    count = length(items) + 1
    names = ["one", "two", :three, 4.5]
    IO.puts("total #{total}")
    sizes([count], twice(total) + rem(total, 2))
    area(build(total, count), factor)
    hidden(tl(items))
    {found, _rest} = none()
    checked(grown(found), 3)
    {total - count, names, is_list(items) and total != 3}
  end

  defp hidden([first | rest]), do: first + length(rest)

  def none, do: {:ok, nil}
  def grown(by \\ 2), do: by

  def checked(item, limit) when item < limit do
    [item, limit, {item, limit, nil}]
  end

  defmacro twice(body) do
    quote do
      unquote(body)
      unquote(body)
    end
  end

  def check(value, list) do
    counter = if value > 3, do: value, else: -value

    if list == [] && value != 1 || not is_nil(value) do
      nil
    else
      raise ArgumentError, "bad #{value} and #{length(list) + 1}"
    end

    unless value, do: Logger.info("none")

    kind =
      case value do
        1 -> :small
        ^counter -> 'chars'
        _ -> nil
      end

    cond do
      counter > 1 -> kind
      true -> :other
    end

    for x <- list, x > 1, into: %{}, do: {x, x * 2}

    with {:ok, found} <- Map.fetch(%{a: 1}, :a),
         next = found + 1 do
      next
    else
      :error -> 0
    end

    try do
      raise "bad"
    rescue
      error in RuntimeError -> error.message
    catch
      _ -> 1
    after
      IO.puts("done")
    end

    receive do
      {:message, text} -> text
    after
      100 -> :timeout
    end
  end
end

double = fn x -> x * 2 end
add = &(&1 + &2)
[1, 2, 3] |> apply_all(double) |> reduce(0, add)
%{"a" => 1, b: 2} = table = put_all(%{}, :b, 2)
%{table | b: 3}
<<size::8, rest::binary>> = "ab" <> <<1>>
text = ~s(sigil) <> ~r/a+/i.source
list = [{:a, 1}, b: 2] ++ [3]
IO.inspect(Sample.Shape.area(%Sample.Shape{x: 1}), label: text)
double.(3) && !false
