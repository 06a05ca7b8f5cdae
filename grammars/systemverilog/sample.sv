// A sample of the language.
`timescale 1ns / 1ps
`define LIMIT 4
`include "other.svh"

package shapes;
  typedef enum logic [1:0] { SMALL, MIDDLE = 2, LARGE } kind_t;
  typedef struct packed { logic [7:0] x; logic [7:0] y; } point_t;
  parameter int WIDTH = 8;
  function automatic int add(input int a, int b = 2);
    return a + b;
  endfunction
endpackage

interface bus_if (input logic clk);
  logic valid;
  logic [7:0] data;
  modport master (output valid, output data);
  modport slave (input valid, input data);
endinterface

module counter #(
    parameter WIDTH = 8,
    parameter int START = 0
) (
    input  logic             clk,
    input  logic             reset,
    output logic [WIDTH-1:0] count,
    inout  wire              pad
);
  import shapes::*;
  localparam MAX = 2 ** WIDTH - 1;
  reg [7:0] memory[0:15];
  wire enable = ~reset & (count != MAX);
  kind_t kind;
  integer i;

  assign pad = enable ? 1'b1 : 1'bz;

  always_ff @(posedge clk or negedge reset) begin
    if (!reset) begin
      count <= '0;
    end else if (enable && kind == SMALL) count <= count + 1'b1;
    else count <= {count[WIDTH-2:0], 1'b0};
  end

  always_comb begin
    case (count[1:0])
      2'b00: kind = SMALL;
      2'b01, 2'b10: kind = MIDDLE;
      default: kind = LARGE;
    endcase
  end

  always @(*) begin : named
    for (i = 0; i < `LIMIT; i = i + 1) memory[i] = i * 2;
    while (i > 0) i--;
    repeat (3) #5;
  end

  generate
    genvar g;
    for (g = 0; g < 4; g = g + 1) begin : rows
      and gate (memory[g][0], enable, clk);
    end
    if (WIDTH > 4) begin
      assign pad = 0;
    end
  endgenerate

  task automatic show(input string text);
    $display("%s %0d", text, count);
  endtask

  initial begin
    reset_all: assert (WIDTH > 0) else $error("bad");
    #10 show("start");
    @(posedge clk);
    wait (enable);
    fork
      show("a");
      show("b");
    join
    $finish;
  end

  property valid_p;
    @(posedge clk) disable iff (!reset) enable |-> ##1 count > 0;
  endproperty
  assert property (valid_p);
endmodule

class Packet extends Base;
  rand bit [7:0] data;
  local int size = 1;
  constraint small_c { data < 16; size inside {[1 : 4]}; }
  function new(int size);
    super.new();
    this.size = size;
  endfunction
  virtual task send();
    foreach (queue[k]) begin
      if (k == 2) break;
      queue[k] = data;
    end
  endtask
endclass

module top;
  logic clk = 0, reset;
  logic [7:0] value;
  bus_if bus (.clk(clk));
  counter #(.WIDTH(8), .START(1)) dut (
      .clk(clk),
      .reset,
      .count(value),
      .pad()
  );
  always #5 clk = ~clk;
endmodule
