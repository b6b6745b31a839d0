/// What is wrong with a template, or with what is given for it: sentences.
package struct TemplateError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
