using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;

namespace Fleet
{
    // Ships, what they carry, and how far they come.
    public enum Fuel { Oil, Gas = 4, Wind }

    public interface IVessel
    {
        string Name { get; }
        int Range(int load);
    }

    public struct Leg
    {
        public readonly string From;
        public readonly string To;
        public int Miles;

        public Leg(string from, string to, int miles)
        {
            From = from;
            To = to;
            Miles = miles;
        }

        public override string ToString() { return string.Format("{0}-{1} {2}", From, To, Miles); }
    }

    public abstract class Vessel : IVessel
    {
        private readonly string name;
        protected int tank;

        protected Vessel(string name, int tank)
        {
            this.name = name;
            this.tank = tank;
        }

        public string Name { get { return name; } }
        public abstract Fuel Burns { get; }

        public virtual int Range(int load)
        {
            return tank * 10 - load / 2;
        }
    }

    public sealed class Tanker : Vessel
    {
        public Tanker(string name, int tank) : base(name, tank) { }

        public override Fuel Burns { get { return Fuel.Oil; } }

        public override int Range(int load)
        {
            return base.Range(load) - tank % 7;
        }
    }

    public sealed class Sailer : Vessel
    {
        private int sails;

        public Sailer(string name, int sails) : base(name, 0) { this.sails = sails; }

        public override Fuel Burns => Fuel.Wind;

        public override int Range(int load)
        {
            int reach = 0;
            for (int i = 0; i < sails; i++)
            {
                reach += 40 - i * 3;
            }
            return reach - load;
        }
    }

    public class Route<T> where T : IVessel
    {
        private readonly List<Leg> legs = new List<Leg>();
        public T Ship { get; private set; }
        public event Action<Leg> Refused;

        public Route(T ship) { Ship = ship; }

        public Route<T> Add(params Leg[] more)
        {
            legs.AddRange(more);
            return this;
        }

        public int Sail(int load)
        {
            int left = Ship.Range(load);
            int done = 0;
            foreach (Leg leg in legs.OrderBy(it => it.Miles))
            {
                if (leg.Miles > left)
                {
                    if (Refused != null) Refused(leg);
                    continue;
                }
                left -= leg.Miles;
                done += leg.Miles;
            }
            return done;
        }
    }

    public static class Program
    {
        private static readonly Dictionary<Fuel, int> costs = new Dictionary<Fuel, int> { { Fuel.Oil, 3 }, { Fuel.Wind, 0 } };

        private static int Cost(Vessel ship, int miles)
        {
            int each;
            if (!costs.TryGetValue(ship.Burns, out each))
            {
                throw new InvalidOperationException("no price for " + ship.Burns);
            }
            return each * miles;
        }

        public static void Main(string[] args)
        {
            var ships = new Vessel[] { new Tanker("Ida", 24), new Sailer("Fee", 5), new Tanker("Max", 9) };
            var report = new StringBuilder();
            foreach (var ship in ships)
            {
                var route = new Route<Vessel>(ship).Add(new Leg("Kiel", "Oslo", 120), new Leg("Oslo", "Bergen", 60));
                route.Refused += leg => report.Append("not ").Append(leg).Append("; ");
                int miles = route.Sail(ship.Name.Length * 11);
                try
                {
                    report.AppendLine(ship.Name + " " + miles + " for " + Cost(ship, miles));
                }
                catch (InvalidOperationException problem)
                {
                    report.AppendLine(problem.Message);
                }
            }
            Console.Write(report);
            Console.WriteLine(ships.Where(it => it.Burns != Fuel.Wind).Sum(it => it.Range(0)));
        }
    }
}
