import ImportSyntax
import Testing

@Suite struct ObjectiveCTypeTests {
  /// `Goods(class) 3:12: name: type; …`, a line for each type.
  private func found(_ text: String) -> [String] {
    SourceTypes(objectiveC: Array(text.utf8)).types.map { type in
      let members = type.members.map { "\($0.isConditional ? "#if " : "")\($0.name): \($0.type ?? "?")" }
      return "\(type.name)(\(type.kind)) \(type.line):\(type.column): " + members.joined(separator: "; ")
    }
  }

  @Test func `classes have their properties, protocols their methods, too`() {
    #expect(
      found(
        """
        #ifndef GOODS_H
        #import <Foundation/Foundation.h>
        @class Other; @protocol Mere, Forward;
        NS_ASSUME_NONNULL_BEGIN
        /* @interface Old : NSObject @end */
        @interface YZGGoods<T> : NSObject <NSCopying> {
          int _a;
        }
        @property (nonatomic, copy, nullable) NSString *name NS_SWIFT_NAME(title);
        @property(nonatomic,assign) NSInteger count; // how many
        @property (nonatomic, copy) void (^done)(BOOL ok, NSError *_Nullable error);
        @property NSArray<NSString *> *tags API_AVAILABLE(ios(15.0));
        - (void)ignored;
        @end
        @interface YZGGoods (Extra)
        @property int extra;
        @end
        @protocol GoodsService <NSObject>
        - (void)fetch:(NSString *)id completion:(void (^)(id))done NS_SWIFT_NAME(fetch(_:completion:));
        @optional
        + (instancetype)shared;
        @property (readonly) BOOL isOn;
        #if DEBUG
        - (void)reset;
        #endif
        @end
        #endif
        """) == [
          "YZGGoods(class) 6:12: name: (copy,nullable) NSString*; count: NSInteger; "
            + "done: (copy) void(^)(BOOL ok,NSError*error); tags: NSArray<NSString*>*",
          "GoodsService(protocol) 18:11: -fetch:completion:: (void)(NSString*)(void(^)(id)); "
            + "+shared: optional (instancetype); isOn: (optional,readonly) BOOL; #if -reset: optional (void)",
        ])
  }

  @Test func `damaged headers are read to their end`() {
    let text = "@interface A : B { int a; @property (x, y NSString *(^a)(b; - (c:(d @protocol P; @\"x\" /* @end #if"
    for end in 0...text.utf8.count { _ = SourceTypes(objectiveC: Array(text.utf8.prefix(end))) }
    #expect(found(String(repeating: "@interface A ", count: 1000)).count == 1000)
    #expect(found("@interface A\n@property int a;\n@protocol P\n- (void)b;").count == 2)
  }
}
