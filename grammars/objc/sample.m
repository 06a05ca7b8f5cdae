// A sample of the language.
#import <Foundation/Foundation.h>
#import "Other.h"
#define LIMIT 4

@class Other;
@protocol Shape;
typedef enum { KindSmall, KindLarge = 3 } Kind;
typedef int (^Block)(int);

@protocol Shape <NSObject>
@required
- (double)area;
@optional
+ (instancetype)make:(int)x;
@property (nonatomic, readonly) int sides;
@end

@interface Point : NSObject <Shape, NSCopying> {
  @private
  int _x;
  NSString *_name;
}
@property (nonatomic, copy, getter=isNamed) NSString *name;
@property int y;
- (instancetype)initWithX:(int)x y:(int)y;
+ (Point *)origin;
@end

@interface Point (Extra)
- (void)hidden;
@end

@implementation Point
@synthesize y = _y;
@dynamic name;

- (instancetype)initWithX:(int)x y:(int)y {
  self = [super init];
  if (self) {
    _x = x;
    self.y = y;
  }
  return self;
}

- (double)area {
  return _x * 2.0;
}

+ (Point *)origin {
  static Point *shared = nil;
  @synchronized(self) {
    shared = [[Point alloc] initWithX:0 y:1];
  }
  return shared;
}
@end

static int add(int a, int b) { return a + b; }

int check(NSArray<NSString *> *list, int value) {
  int total = value > 0 ? value : -value;
  if (list == nil || value != 1) {
    return 0;
  } else {
    total += add(1, 2);
  }
  for (NSString *item in list) {
    if ([item length] == 0) continue;
    NSLog(@"%@ %d", item, total);
  }
  for (int i = 0; i < LIMIT; i++) total--;
  while (total > 3) { total -= 1; break; }
  switch (value) {
    case 1:
      total = 2;
      break;
    default:
      total = 3;
  }
  @try {
    [list count];
  } @catch (NSException *error) {
    @throw;
  } @finally {
    total = 0;
  }
  return total;
}

int main(int argc, const char *argv[]) {
  @autoreleasepool {
    Block twice = ^(int x) { return x * 2; };
    NSArray *array = @[ @"one", @2, @(3) ];
    NSDictionary *table = @{ @"a" : @1, @"b" : @YES };
    Point *point = [Point origin];
    SEL selector = @selector(initWithX:y:);
    __weak Point *weak = point;
    [point performSelector:selector];
    NSLog(@"%@ %f %d", table[@"a"], [weak area], twice(array.count));
  }
  return 0;
}
