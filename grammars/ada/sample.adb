--  A sample of the language.
with Ada.Text_IO; use Ada.Text_IO;
with Ada.Containers.Vectors;
pragma Warnings (Off);

package body Shapes is

   Limit : constant Integer := 16#1F#;
   type Kind is (Small, Large);
   type Number is range 0 .. 100;
   type Money is delta 0.01 digits 10;
   subtype Digit is Integer range 0 .. 9;
   type Matrix is array (1 .. 3, 1 .. 3) of Float;
   type Point;
   type Point_Access is access all Point;
   type Point is tagged record
      X, Y : Integer := 0;
      Next : Point_Access;
   end record;
   type Circle is new Point with null record;
   type Variant (Which : Kind := Small) is record
      case Which is
         when Small => Number_1 : Integer;
         when others => null;
      end case;
   end record;

   Too_Small : exception;
   package Vectors is new Ada.Containers.Vectors (Positive, Integer);
   procedure Hidden (Item : in out Point);

   generic
      type Element is private;
      with function "<" (Left, Right : Element) return Boolean;
   function Maximum (Left, Right : Element) return Element;

   function Maximum (Left, Right : Element) return Element is
   begin
      return (if Left < Right then Right else Left);
   end Maximum;

   function Area (Item : Point; Scale : Integer := 1) return Integer is
     (Item.X * Item.Y * Scale);

   procedure Hidden (Item : in out Point) is
   begin
      Item.X := Item.X + 1;
   end Hidden;

   task type Worker is
      entry Start (Value : Integer);
   end Worker;

   task body Worker is
   begin
      accept Start (Value : Integer) do
         Put_Line (Integer'Image (Value));
      end Start;
      delay 0.1;
   end Worker;

   protected Counter is
      procedure Increment;
   private
      Count : Integer := 0;
   end Counter;

   protected body Counter is
      procedure Increment is
      begin
         Count := Count + 1;
      end Increment;
   end Counter;

   function Check (Value : Integer; List : String) return Integer is
      Total : Integer := -Value ** 2;
      Table : Matrix := (others => (others => 0.0));
      Text : String (1 .. 3) := "a" & "bc";
   begin
      if Value > 3 and then not (Value = 5) and then List'Length /= 0 then
         return 0;
      elsif Value mod 2 = 0 then
         Total := Total + 1;
      else
         raise Too_Small with "bad";
      end if;
      for I in 1 .. Limit loop
         Put_Line (List (I .. I));
         exit when I = 3;
      end loop;
      for Item of reverse Text loop
         null;
      end loop;
      Outer : while Total > 0 loop
         Total := Total - 1;
         exit Outer;
      end loop Outer;
      loop
         exit;
      end loop;
      case Value is
         when 1 | 2 =>
            Total := 1;
         when 3 .. 5 =>
            Total := 2;
         when others =>
            null;
      end case;
      declare
         P : Point := (X => 1, Y => 2, Next => null);
         Q : Point_Access := new Point'(P);
      begin
         Hidden (Q.all);
         Total := Area (P, Scale => 2) + Integer (Table (1, 1));
      exception
         when Error : Too_Small =>
            raise;
         when others =>
            Put_Line ("other");
      end;
      <<Done>>
      return Total;
   end Check;

begin
   Put_Line ("start");
end Shapes;

package Shapes is
   Sides : constant Integer := 3;
end Shapes;
