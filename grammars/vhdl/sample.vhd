-- A sample of the language.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

package shapes is
  type kind_t is (small, middle, large);
  type memory_t is array (0 to 15) of std_logic_vector(7 downto 0);
  type point_t is record
    x : integer;
    y : integer;
  end record;
  constant limit : integer := 4;
  function add(a : integer; b : integer := 2) return integer;
  component counter is
    generic (width : positive := 8);
    port (clk : in std_logic; count : out std_logic_vector(width - 1 downto 0));
  end component;
end package shapes;

package body shapes is
  function add(a : integer; b : integer := 2) return integer is
    variable total : integer := a + b;
  begin
    if total > limit then
      return limit;
    elsif total = 0 then
      null;
    else
      total := total * 2 - 1;
    end if;
    return total;
  end function add;
end package body shapes;

library ieee;
use ieee.std_logic_1164.all;
use work.shapes.all;

entity counter is
  generic (
    width : positive := 8;
    start : integer := 0
  );
  port (
    clk    : in  std_logic;
    reset  : in  std_logic := '0';
    count  : out std_logic_vector(width - 1 downto 0)
  );
end entity counter;

architecture rtl of counter is
  signal value, other : unsigned(width - 1 downto 0) := (others => '0');
  signal kind : kind_t;
  signal memory : memory_t;
  subtype digit is integer range 0 to 9;
begin
  count <= std_logic_vector(value) when reset = '0' else (others => '0');

  step : process (clk, reset) is
    variable i : integer;
  begin
    if reset = '1' then
      value <= (others => '0');
    elsif rising_edge(clk) and not (kind = large) then
      value <= value + 1;
    end if;
    case kind is
      when small => kind <= middle;
      when middle | large => kind <= small;
      when others => null;
    end case;
    for k in 0 to 3 loop
      next when k = 2;
      memory(k) <= x"FF";
    end loop;
    while i > 0 loop
      i := i - 1;
      exit;
    end loop;
    report "step" severity note;
    assert i >= 0 report "bad" severity failure;
  end process step;

  rows : for g in 0 to 3 generate
    other(g) <= value(g) and reset;
  end generate rows;

  with kind select
    other <= value when small,
             (others => '1') when others;
end architecture rtl;

entity top is
end entity top;

architecture test of top is
  signal clk : std_logic := '0';
  signal count : std_logic_vector(7 downto 0);
begin
  dut : entity work.counter
    generic map (width => 8)
    port map (clk => clk, reset => '0', count => count);
  clk <= not clk after 5 ns;
  process
  begin
    wait for 10 ns;
    wait until clk = '1';
    wait;
  end process;
end architecture test;
