import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

interface Item {
    String title();

    default int weight() {
        return title().length();
    }
}

abstract class Medium implements Item {
    private final String title;

    Medium(String title) {
        this.title = title;
    }

    @Override
    public String title() {
        return title;
    }
}

class Book extends Medium {
    final int pages;

    Book(String title, int pages) {
        super(title);
        this.pages = pages;
    }

    @Override
    public int weight() {
        int paper = pages / 10;
        int cover = super.weight();
        return paper + cover;
    }
}

class Disc extends Medium {
    Disc(String title) {
        super(title);
    }
}

class Shelf<T extends Item> {
    private final List<T> items = new ArrayList<>();
    private final Map<String, Integer> seen = new HashMap<>();

    Shelf<T> put(T item) {
        items.add(item);
        seen.merge(item.title(), 1, Integer::sum);
        return this;
    }

    int total(Predicate<? super T> wanted) {
        int sum = 0;
        for (T item : items) {
            if (wanted.test(item)) {
                sum += item.weight();
            }
        }
        return sum;
    }

    List<T> sorted(Comparator<? super T> by) {
        List<T> copy = new ArrayList<>(items);
        copy.sort(by);
        return copy;
    }

    int count(String title) {
        return seen.getOrDefault(title, 0);
    }
}

public class Library {
    static boolean isLong(Item item) {
        return item.title().length() > 3;
    }

    public static void main(String[] args) {
        Shelf<Medium> shelf = new Shelf<>();
        shelf.put(new Book("Emma", 400)).put(new Disc("Blue")).put(new Disc("Ok"));
        StringBuilder text = new StringBuilder();
        for (Medium it : shelf.sorted(Comparator.comparing(Medium::title))) {
            text.append(it.title()).append(' ').append(it.weight()).append('\n');
        }
        System.out.print(text);
        System.out.println(shelf.total(Library::isLong) + " " + shelf.count("Ok"));
    }
}
