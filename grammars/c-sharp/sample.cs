// A sample of the language.
extern alias Lib;
using System;
using System.Collections.Generic;
using static System.Math;
using Map = System.Collections.Generic.Dictionary<string, int>;

namespace Sample.Shapes
{
    [Flags]
    public enum Kind : byte { None = 0, Small = 1, Large = Small << 1 }

    public delegate int Combine<T>(T left, T right);

    public interface IShape<out T> where T : class, new()
    {
        T Area { get; }
        void Move(int dx, int dy = 0);
    }

    public readonly record struct Pair(int First, string Second);

    public class Named(string name) : Base(name) { }

    public struct Box
    {
        public int Width, Height;
        public Box(int width) { Width = width; Height = 2; }
    }

    public abstract partial class Point<T> : Base, IShape<T> where T : class, new()
    {
        private const int Limit = 0x1F;
        protected static readonly List<int> Items = new List<int>(3) { 1, 2, 3 };
        public event EventHandler Changed;
        public string Name { get; set; } = "none";
        public T Area => default;
        public int Doubled { get { return X * 2; } }
        public int Halved { get => X / 2; }
        public int this[int index] { get { return index; } set { Limit2 = value; } }

        public Point(int x, params string[] rest) : base(x) { X = x; }
        public Point() : this(1) { }
        ~Point() { Dispose(); }

        public abstract void Draw();
        public virtual void Move(int dx, int dy = 0) => X += dx;

        public static Point<T> operator +(Point<T> a, Point<T> b) { return a; }
        public static implicit operator int(Point<T> a) => 1;

        [Obsolete("old"), Serializable]
        internal async Task<int> Check<U>(ref int value, out U result, in int other, int? maybe = null) where U : struct
        {
            result = default(U);
            var list = new[] { 1, 2 };
            int[] array = new int[3], second = { 1, 2 };
            const string text = @"verbatim";
            if (value > 0 && !(other is string s) || maybe == null) return 1;
            else if (value < 0) { throw new ArgumentException(nameof(value)); }
            else { value++; }
            for (int i = 0, n = 10; i < n; i++, n--) { if (i % 2 == 0) continue; }
            int count = Local(3);
            value = Local(count);
            foreach (var item in list) { Console.WriteLine($"{item:x} is {value + 1}"); }
            while (value-- > 0) break;
            do { value += 2; } while (value < 5);
            switch (value)
            {
                case 1:
                case 2 when other > 3:
                    goto done;
                default:
                    break;
            }
            try { await Task.Delay(1); }
            catch (Exception error) when (error.Message != null) { throw; }
            finally { value = -1; }
            using (var stream = Open()) { stream?.Read(); }
            lock (this) { checked { value *= 2; } }
            Func<int, int, int> add = (a, b) => a + b;
            Action<int> act = delegate (int x) { Console.Write(x); };
            var query = from x in list where x > 1 orderby x descending select x * 2;
            var kind = value switch { 0 => Kind.None, > 5 and < 9 => Kind.Large, _ => Kind.Small };
            var pair = (First: 1, second[0]);
            (int a1, var b1) = (1, 2);
            object o = (object)value ?? "none";
            int Local(int z) { return Local(z - 1); }
            int Short(int z) => z + Local(z);
        done:
            return (int)(maybe ?? Short(3)) + add(1, 2) * sizeof(int);
        }

        private IEnumerable<int> Each() { yield return 1; yield break; }
        unsafe void Raw(int* p) { fixed (int* q = Items2) { *p = q[0]; } }
    }
}
