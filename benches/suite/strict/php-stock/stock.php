<?php
declare(strict_types=1);

namespace Shop;

// What is in stock, what it is worth, and what must be ordered.

interface Item
{
    const TAX = 19;

    public function name(): string;

    public function worth(int $pieces): int;
}

trait Named
{
    private string $name;

    public function name(): string
    {
        return ucfirst($this->name);
    }
}

abstract class Base implements Item
{
    use Named;

    protected int $price;

    public function __construct(string $name, int $price)
    {
        $this->name = $name;
        $this->price = $price;
    }

    public function worth(int $pieces): int
    {
        return $this->net($pieces) + intdiv($this->net($pieces) * self::TAX, 100);
    }

    abstract protected function net(int $pieces): int;
}

final class Single extends Base
{
    protected function net(int $pieces): int
    {
        return $this->price * $pieces;
    }
}

final class Bulk extends Base
{
    private int $size;

    public function __construct(string $name, int $price, int $size = 10)
    {
        parent::__construct($name, $price);
        $this->size = $size;
    }

    protected function net(int $pieces): int
    {
        $packs = intdiv($pieces, $this->size);
        $rest = $pieces % $this->size;
        return $packs * $this->price + ($rest > 5 ? $this->price : 0);
    }
}

class Store
{
    /** @var array<string, array{Item, int}> */
    private array $shelves = [];
    private static int $moves = 0;

    public function put(Item $item, int $pieces): self
    {
        $old = $this->shelves[$item->name()][1] ?? 0;
        $this->shelves[$item->name()] = [$item, $old + $pieces];
        self::$moves++;
        return $this;
    }

    public function take(string $name, int $pieces): int
    {
        if (!isset($this->shelves[$name])) {
            throw new \OutOfBoundsException("no $name here");
        }
        [$item, $there] = $this->shelves[$name];
        $taken = min($there, $pieces);
        $this->shelves[$name] = [$item, $there - $taken];
        self::$moves++;
        return $taken;
    }

    public function low(int $limit): array
    {
        return array_filter($this->shelves, function (array $shelf) use ($limit): bool {
            return $shelf[1] < $limit;
        });
    }

    public function total(): int
    {
        $sum = 0;
        foreach ($this->shelves as $name => [$item, $pieces]) {
            $sum += $item->worth($pieces);
        }
        return $sum;
    }

    public static function moves(): int
    {
        return self::$moves;
    }
}

function order(Store $store, array $wanted): int
{
    $missing = 0;
    foreach ($wanted as $name => $pieces) {
        try {
            $missing += $pieces - $store->take($name, $pieces);
        } catch (\OutOfBoundsException $problem) {
            echo $problem->getMessage(), PHP_EOL;
            $missing += $pieces;
        }
    }
    return $missing;
}

$store = new Store();
$store->put(new Single('lamp', 45), 4)->put(new Bulk('nail', 7, 50), 120)->put(new Single('door', 310), 1);
$missing = order($store, ['Lamp' => 2, 'Nail' => 60, 'Glue' => 3]);
printf("%d missing, %d moves\n", $missing, Store::moves());
foreach ($store->low(3) as $name => $shelf) {
    printf("%-6s %3d\n", $name, $shelf[1]);
}
echo "worth {$store->total()}\n";
