#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace geometry {

using Number = double;

struct Point {
    Number x;
    Number y;
    Point moved(Number dx, Number dy) const { return Point{x + dx, y + dy}; }
};

class Shape {
public:
    explicit Shape(std::string name) : name_(std::move(name)) {}
    virtual ~Shape() = default;
    virtual Number area() const = 0;
    virtual Number scaled(Number by) const { return area() * by; }
    const std::string &name() const { return name_; }

private:
    std::string name_;
};

class Box final : public Shape {
public:
    Box(Point at, Number width, Number height) : Shape("box"), at_(at), width_(width), height_(height) {}
    Number area() const override { return width_ * height_; }
    Point corner() const { return at_.moved(width_, height_); }

private:
    Point at_;
    Number width_, height_;
};

class Ring final : public Shape {
public:
    Ring(Number inner, Number outer) : Shape("ring"), inner_(inner), outer_(outer) {}
    Number area() const override { return 3 * (outer_ * outer_ - inner_ * inner_); }

private:
    Number inner_, outer_;
};

template <typename T, typename F>
std::vector<Number> mapped(const std::vector<T> &all, F &&make) {
    std::vector<Number> result;
    for (const auto &it : all) result.push_back(make(it));
    return result;
}

Number clamp(Number value, Number low, Number high) { return std::max(low, std::min(value, high)); }

}  // namespace geometry

static bool smaller(double a, double b) { return a < b; }

int main() {
    using namespace geometry;
    std::vector<std::unique_ptr<Shape>> shapes;
    shapes.push_back(std::make_unique<Box>(Point{1, 2}, 3, 4));
    shapes.push_back(std::make_unique<Ring>(1, 2));
    auto areas = mapped(shapes, [](const auto &it) { return it->scaled(2); });
    std::sort(areas.begin(), areas.end(), smaller);
    for (auto it : areas) std::printf("%g\n", clamp(it, 1, 100));
    const Box &box = static_cast<const Box &>(*shapes[0]);
    std::printf("%s %g\n", box.name().c_str(), box.corner().x);
    return 0;
}
