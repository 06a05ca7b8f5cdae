%% A sample of the language.
-module(sample).
-export([area/1, check/2, start/0]).
-import(lists, [map/2]).
-include("other.hrl").
-define(LIMIT, 16#1F).
-define(TWICE(X), (X) * 2).
-record(point, {x = 0 :: integer(), y, name = "none"}).
-type shape() :: #point{} | {box, integer(), integer()}.
-spec area(shape()) -> integer().
-ifdef(DEBUG).
-compile(debug).
-endif.

area(#point{x = X, y = Y}) ->
    X * Y;
area({box, Width, Height}) when Width > 0, is_integer(Height); Width == 1 ->
    Width * Height;
area(_) ->
    {error, bad}.

check(Value, [First | Rest] = List) ->
    Counter = if
        Value > 3 -> Value;
        true -> -Value
    end,
    Kind = case Value of
        1 -> small;
        N when N >= 2, N =< 5 -> "middle";
        _ -> <<"large">>
    end,
    Squares = [X * X || X <- List, X rem 2 =:= 0],
    Double = fun(X) -> X * 2 end,
    Named = fun area/1,
    Other = fun Loop(0) -> ok; Loop(M) -> Loop(M - 1) end,
    try
        lists:map(Double, Squares)
    of
        Result -> Result
    catch
        error:Reason -> {error, Reason};
        throw:_ -> none
    after
        io:format("done ~p~n", [Counter])
    end,
    begin
        P = #point{x = 1, name = 'quoted'},
        Q = P#point{y = First + length(Rest)}
    end,
    Table = #{a => 1, "b" => 2},
    #{a := A} = Table,
    Updated = Table#{c => ?TWICE(A) + ?LIMIT},
    <<Size:8, Tail/binary>> = <<1, 2, 3>>,
    catch Named(Q#point.x),
    {Kind, Other, Updated, Size, Tail, not true andalso false}.

start() ->
    Pid = spawn(fun() -> loop(0) end),
    Pid ! {self(), "text", $c, 1.5e3},
    ok.

loop(State) ->
    receive
        {From, Message} ->
            From ! Message,
            loop(State + 1);
        stop ->
            ok
    after 1000 ->
        timeout
    end.
