extension Selection {
  /// The selection without its restrictions: all modules of the selected kinds, folded in the same way. Metrics are
  /// computed on this graph, whichever of its nodes are selected.
  package var whole: Selection {
    var whole = Selection()
    whole.includesTests = includesTests
    whole.includesExternal = includesExternal
    whole.includesSnippets = includesSnippets
    whole.collapse = collapse
    // A test that is named is a row of the result, so that it belongs to the graph as well.
    whole.subjects = subjects + focus + reaches
    return whole
  }
}
