#include <vector>
#include "sample.hpp"

#define SAMPLE_ASSERT(x) static_cast<void>(x)
#if __cplusplus >= 202002L
#define SAMPLE_20 1
#endif

extern "C" {
int plain(int argument);
__attribute__((noreturn)) void stop(int code);
}
extern "C" int single(void);

namespace outer::inner { int deep = 1; }
namespace plain_space { struct Member { int method(int); static int shared; }; }
namespace {
enum class Shape : unsigned char { Round = 1, Square, };
using Word = unsigned long;
typedef int (*Callback)(int, ...);
}
namespace alias = outer::inner;
using namespace outer;
using outer::inner::deep;

template <typename T, int N = 4, class... Rest> struct Holder;

template <typename T, typename U = int>
concept Addable = requires(T a, U b) {
  { a + b } -> Same<T>;
  typename T::value_type;
  a.size();
  requires sizeof(T) > 1;
};

class Base {
public:
  Base() = default;
  explicit Base(int value) : value_(value), other_{value} {}
  Base(const Base &) = delete;
  virtual ~Base() noexcept { stop(0); }
  virtual int size() const & = 0;
  static constexpr int kLimit = 1 << 4;
  friend class Other;
  operator bool() const { return value_ != 0; }
  Base &operator=(Base &&other) noexcept(true) { value_ = other.value_; return *this; }
  int operator()(int a, int b = 3, const int &c = 4) { return a * b; }

protected:
  int value_ = 0;
  mutable int other_{1};
  unsigned bits : 3;

private:
  struct Nested { int x, y; } nested_;
  union Both { int i; float f; };
};

struct Extended : Base {};
struct Filled : Holder<int> { Filled() : Holder<int>(1) {} };

template <typename T>
class Derived final : public virtual Base, private T {
  using Base::Base;
  typename T::value_type item;
  template <typename V> auto convert(V &&v) const -> decltype(v.size()) { return v.template size<int>(); }
  int size() const & override { return this->value_ + Base::kLimit; }
};

template <> struct Holder<int, 2> { static const int value = 2; };
template <> class Holder<char, 3> {};
template int count<int>(int);
template <typename... Ts> int count(Ts... ts) { return sizeof...(Ts) + (0 + ... + ts); }
template <template <class> class C, auto V> void templated(C<int> c) requires(V > 0) { c.run(V); }
template <typename T> requires Addable<T> T twice(T t) { return t + t; }
template <typename T> constexpr bool is_small = sizeof(T) < 4;
template <Addable A, Addable... B> int many(A a, B... b);

static inline thread_local int counter = 0;
constexpr auto table = std::array<int, 3>{1, 2, 3};
const char *raw = R"x(raw "text")x";
auto wide = L"wide" "joined";
long long literal = 1'000'000LL + 0b101 + 0x1F + 12_km;
int grid[3][4] = {{1, 2}, {3}};
static_assert(sizeof(int) >= 2, "small");
[[nodiscard, deprecated("old")]] int attributed(int x [[maybe_unused]]);

int count_all(std::vector<int> &values, const std::map<int, std::string> &names)
{
  int total = 0;
  for (auto &value : values)
    total += value;
  for (const auto &[key, name] : names) {
    if (auto it = values.begin(); it != values.end())
      total -= *it;
    else if (key == 2)
      continue;
    else
      break;
  }
  for (int value : values) total += value;
  for (int i = 0, j = 1; i < 10; ++i, j--)
    total ^= i ? j : -i;
  while (total > 100) total /= 2;
  do { total--; } while (total & 1);
  switch (total) {
  case 1: {
    return 1;
  }
  case 2:
    [[fallthrough]];
  default:
    goto end;
  }
  if constexpr (is_small<char>) { total = 1; } else { total = 2; }
end:
  return total;
}

auto lambdas(int base)
{
  auto add = [base](int x) { return base + x; };
  auto generic = [&, copy = base](auto &&...xs) mutable noexcept -> int { return copy + sum(xs...); };
  auto none = [] {};
  none();
  return add(generic(1, 2, base)) + [=] { return 3; }();
}

void objects(Base *base)
{
  auto *derived = dynamic_cast<Derived<Base> *>(base);
  int *array = new int[10]{1, 2};
  Base *made = new (array) Base(1);
  Extended direct(1), *held = new Extended{2};
  Holder<int> given(1), *other_given = new Holder<int>(2);
  plain_space::Member member(1);
  stop(Extended{1}.size() + Holder<int>{2}.size());
  delete[] array;
  delete made;
  try {
    throw std::runtime_error("bad");
  } catch (const std::exception &error) {
    throw;
  } catch (...) {
    stop(1);
  }
  int cast = (int)1.5f + int(2) + sizeof(Base) + alignof(int);
  int value{cast}, other(3), &reference = value;
  bool test = not derived || (value <=> other) < 0 && !reference;
  base->nested_.x = test ? array[0] : ::outer::inner::deep;
  std::cout << "text" << 'c' << '\n' << true << nullptr;
  typename Derived<Base>::value_type local = Base::kLimit, unused;
  using Local = decltype(local);
  asm volatile("nop" : : "r"(value));
  return;
}

Task coroutine()
{
  co_await ready();
  co_yield 1;
  co_return 2;
}

int plain_space::Member::method(int x) { return x; }
int Base::size() const & { return value_; }
int Base::shared = 0;

template <typename T>
int Derived<T>::out_of_line(int x) const try { return x; } catch (...) { return 0; }

Derived<Base>::Derived(int first) : Base(first), item() { SAMPLE_ASSERT(first); }

int main(int argc, char **argv)
{
  std::vector<int> values{1, 2, 3};
  std::vector<std::pair<int, Holder<int>>> nested;
  objects(nullptr);
  return count(1, 2, argc) + lambdas(argc) + twice<int>(3) + values.size();
}
