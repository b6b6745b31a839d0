extension Selection {
  /// The selection without what chooses a part: all modules of the kinds that are shown, folded in the same way. Figures
  /// are those of this graph, whichever of its nodes are looked at.
  package var whole: Selection {
    var whole = Selection()
    whole.includesTests = includesTests
    whole.includesExternal = includesExternal
    whole.includesSnippets = includesSnippets
    whole.collapse = collapse
    // A test that is named has a row, so it belongs to the graph as well.
    whole.subjects = subjects + focus + reaches
    return whole
  }
}
