extension LiteralInterpreter {
  /// Tries whether an expression has a value of a type, as its declaration says.
  mutating func check(_ expression: LiteralExpression, is type: LiteralType) throws(LiteralRefusal) {
    if type.isArray {
      for element in try elements(expression, of: type.element) {
        try check(element, is: LiteralType(type.element))
      }
    } else {
      try checkValue(expression, is: type.element)
    }
  }

  private mutating func checkValue(
    _ expression: LiteralExpression, is element: LiteralType.Element
  ) throws(LiteralRefusal) {
    switch element {
    case .string: _ = try string(expression)
    case .boolean: _ = try boolean(expression)
    case .version: _ = try version(expression)
    case .product: _ = try product(expression)
    case .target: _ = try target(expression)
    case .targetDependency: _ = try targetDependency(expression)
    case .targetCondition: _ = try targetCondition(expression)
    case .pluginUsage: _ = try pluginUsage(expression)
    case .packageDependency: _ = try packageDependency(expression)
    case .cSetting, .cxxSetting, .swiftSetting, .linkerSetting: try checkSetting(expression, of: element)
    case .settingCondition: try checkSettingCondition(expression)
    case .platform: _ = try platform(expression)
    case .supportedPlatform: _ = try supportedPlatform(expression)
    case .resource: _ = try resource(expression)
    case .provider: try checkProvider(expression)
    case .trait: _ = try trait(expression)
    case .dependencyTrait: _ = try traitRequest(expression)
    case .languageMode, .languageVersion: try checkLanguageMode(expression, of: element)
    }
  }
}
