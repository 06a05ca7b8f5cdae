<html>
<?php
// A sample of the language.
declare(strict_types=1);
namespace App\Models;

use App\Base\{Model, Other as Another};
use function strlen;
require_once 'other.php';

const LIMIT = 1 << 4;
define("DEBUG", true);

interface Shape extends Countable
{
    const SIDES = 4;
    public function area(int $scale = 1): float;
}

trait Named
{
    protected ?string $name = null;
    public function name(): string { return $this->name ?? "none"; }
}

enum Suit: string
{
    case Hearts = PREFIX . 1;
    case Spades = PREFIX;
    public static function first(): self { return self::Hearts; }
}

#[Attribute(1)]
abstract class Point extends Model implements Shape
{
    use Named;
    private static int $count = 0;
    public readonly array $items;

    public function __construct(private int $x, protected int|string $y = 2, ...$rest)
    {
        parent::__construct($x);
        self::$count++;
        $this->items = [LIMIT => 1, 2, ...$rest];
    }

    abstract protected function hidden(): void;

    final public function area(int $scale = 1): float
    {
        return $this->x * $this->y * $scale;
    }
}

function &check(array &$all, ?Point $point = null): int|false
{
    global $counter;
    static $calls = 0;
    if ($all === [] && !$point instanceof Shape) {
        return 0;
    } elseif (count($all) > LIMIT) {
        throw new \InvalidArgumentException("bad {$all[1]} and $calls");
    } else {
        $calls += 1;
    }
    for ($i = 0, $n = count($all); $i < $n; ++$i) {
        if ($i % 2) continue;
        echo $all[$i], "\n";
    }
    foreach ($all as $key => $value) {
        print $key . ': ' . (string) $value;
    }
    while ($calls-- > 0) {
        break;
    }
    do {
        $x = $point?->area(2) ?: -1;
    } while (false);
    switch ($x) {
        case 1:
            unset($all[0]);
            echo count($all);
            break;
        default:
            $x = 2;
    }
    try {
        $result = match (true) {
            $x < 1, $x > 5 => 5,
            default => 'in' . LIMIT,
        };
    } catch (TypeError | ValueError $error) {
        error_log($error->getMessage());
    } finally {
        $x = null;
    }
    return $x;
}

$double = fn(int $x): int => $x * 2;
$closure = function ($a) use ($double, &$all) { return $double($a); };
[$first, [, $second]] = [1, [2, 3]];
$object = new class(1) { public $y = 3; };
$text = <<<TEXT
A text of {$object->y} lines
TEXT;
$query = <<<'SQL'
SELECT first FROM second
SQL;
$matrix[1][LIMIT] = isset($first, $second) ? clone $object : @$missing;
if ($first): echo 1; endif;
echo Suit::first()->value, static::class, new Point(1), $object::SIDES ?? 0;
exit(0);
?>
<p><?= $text ?></p>
</html>
