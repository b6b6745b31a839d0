/// Which modules a rule speaks of: those that any of its terms means.
package struct ModuleSelector: Hashable, Sendable {
  /// Words for modules. A module must fit each kind of words that is stated, and of each kind one word.
  ///
  /// Tests, snippets and products of other packages are meant only where `kinds` names them or a word is their name or
  /// id; such products also where `packages`, or a pattern with a slash, takes them.
  package struct Term: Hashable, Sendable {
    /// Names, ids, or patterns for either.
    package var modules: [String] = []
    /// Keys of packages, or patterns.
    package var packages: [String] = []
    package var kinds: [Module.Kind] = []
    package var layers: [String] = []
    package var tags: [String] = []
    /// What is not meant: names, ids or patterns.
    package var except: [String] = []

    package init(modules: [String] = []) {
      self.modules = modules
    }
  }

  package var terms: [Term]
  /// Where the configuration states it.
  package var line: Int?

  package init(_ terms: [Term], line: Int? = nil) {
    self.terms = terms
    self.line = line
  }

  /// The modules that these words name.
  package init(modules: String...) {
    self.init([Term(modules: modules)])
  }
}

/// Names that a configuration gives to modules, by patterns. A module may have several.
package struct Tags: Hashable, Sendable {
  package struct Tag: Hashable, Sendable {
    package let name: String
    /// Names, ids, or patterns for either.
    package let modules: [String]
    /// Where the configuration states it.
    package let line: Int?

    package init(name: String, modules: [String], line: Int? = nil) {
      self.name = name
      self.modules = modules
      self.line = line
    }
  }

  package let all: [Tag]

  package init(_ all: [Tag] = []) {
    self.all = all
  }
}
