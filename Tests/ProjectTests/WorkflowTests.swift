import Foundation
import TestSupport
import Testing

/// The scripts behind `action.yml`, with a program in place of `modgauge`, since what counts is what they do with exit codes.
@Suite struct WorkflowTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path()

  /// - Parameters:
  ///   - check: the exit code of `modgauge check`; it writes a report unless it is 2.
  ///   - compare: the exit code of `modgauge compare`.
  ///   - diff: 1 if the graph changed, else the exit code of `modgauge diff --quiet-if-same`.
  private func report(
    check: Int, compare: Int, diff: Int = 0, inconclusive: String = "pass", times: String = "true",
    arguments: String = "--gate"
  ) async throws -> Tool.Outcome {
    try folder.write([
      "programs/modgauge": """
      #!/bin/sh
      echo "$1" >>'\(folder.path)/calls'
      if [ "$1" = compare ]; then
        printf '%s\\n' "$@" >'\(folder.path)/compared'
        printf '<!-- marker -->\\n# Shop\\n\\n**Gate failed**\\n\\n- **App**: slower: +21 %%.\\n' >'\(folder.path)/results/times.md'
        exit \(compare)
      fi
      if [ "$1" = diff ]; then
        case "$*" in
        *mermaid*) echo 'flowchart TB' >'\(folder.path)/results/graph.mmd'; exit 0 ;;
        esac
        [ \(diff) != 1 ] || printf '### Module graph: main → HEAD\\n\\n1 dependency added.\\n\\nTouches Cart, owned by `@us`.\\n\\n- Cart → Home\\n' >'\(folder.path)/results/graph.md'
        exit \(diff == 1 ? 0 : diff)
      fi
      [ \(check) = 2 ] || printf '### Rules\\n\\nFailed: 1 error.\\n\\nCart depends on Core\\n' >'\(folder.path)/results/rules.md'
      exit \(check)

      """,
      "summary": "", "calls": "",
    ])
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.path + "/programs/modgauge")
    return try await Tool(path: Self.root + "script/report-pull-request")(
      [],
      environment: [
        "HOME": folder.path, "PROGRAMS": folder.path + "/programs", "RESULTS": folder.path + "/results",
        "CACHE": folder.path + "/cache", "PACKAGE": ".", "BASE": "main", "RULES": "true", "TIMES": times,
        "ARGUMENTS": arguments, "INCONCLUSIVE": inconclusive, "GITHUB_WORKSPACE": folder.path,
        "GITHUB_STEP_SUMMARY": folder.path + "/summary",
      ])
  }

  @Test func `a check that cannot be completed does not keep builds from being compared`() async throws {
    let outcome = try await report(check: 2, compare: 0)
    #expect(outcome.exitCode == 2 && outcome.errors == "", "\(outcome.errors)")
    #expect(try folder.read("calls") == "check\ndiff\ncompare\n")
    #expect(try await report(check: 1, compare: 0).exitCode == 1)
    #expect(try folder.read("summary").contains("Cart depends on Core"))
  }

  @Test func `a gate that cannot tell passes with a notice, unless it is to fail`() async throws {
    let passed = try await report(check: 0, compare: 3)
    #expect(passed.exitCode == 0 && passed.output.hasPrefix("::notice title=build times::Could not tell"))
    #expect(try await report(check: 0, compare: 3, inconclusive: "fail").exitCode == 3)
    #expect(try await report(check: 0, compare: 1).exitCode == 1)
  }

  @Test func `one comment says in a line what was found, and then the broken rules and the build times`() async throws {
    #expect(try await report(check: 1, compare: 1).exitCode == 1)
    #expect(
      try folder.read("results/comment.md") == """
        <!-- modgauge: . -->
        **Rules**: Failed: 1 error. **Build times**: **App**: slower: +21 %.

        ### Rules

        Failed: 1 error.

        Cart depends on Core

        <details><summary>Build times</summary>

        # Shop

        **Gate failed**

        - **App**: slower: +21 %.

        </details>

        """)
    #expect(try await report(check: 0, compare: 0).exitCode == 0)
    #expect(try !folder.read("results/comment.md").contains("Cart depends on Core"), "nothing is broken")
    #expect(try await report(check: 1, compare: 0, times: "false").exitCode == 1)
    #expect(try folder.read("results/comment.md").hasSuffix("Cart depends on Core\n"))
  }

  @Test func `the comment shows what changed in the graph, if anything did`() async throws {
    #expect(try await report(check: 0, compare: 0, diff: 1, times: "false").exitCode == 0)
    #expect(
      try folder.read("results/comment.md") == """
        <!-- modgauge: . -->
        **Rules**: Failed: 1 error. **Graph**: 1 dependency added. Touches Cart, owned by `@us`.\u{20}

        <details><summary>Graph</summary>

        ```mermaid
        flowchart TB
        ```

        1 dependency added.

        Touches Cart, owned by `@us`.

        - Cart → Home

        </details>

        """)
    for code in [0, 2] {
      #expect(try await report(check: 0, compare: 0, diff: code, times: "false").exitCode == 0)
      #expect(try !folder.read("results/comment.md").contains("Graph"))
    }
  }

  @Test func `if there is nothing to say, the comment is its marker alone, and the action removes an earlier one`()
    async throws
  {
    #expect(try await report(check: 0, compare: 0, times: "false").exitCode == 0)
    #expect(try folder.read("results/comment.md") == "<!-- modgauge: . -->\n")
    let action = try String(contentsOfFile: Self.root + "action.yml", encoding: .utf8)
    #expect(
      action.contains("if (body.trim() === marker) {\n            if (known) await github.rest.issues.deleteComment("))
  }

  /// - Parameter notes: what GitLab answers to the question for the notes of the merge request.
  /// - Returns: the requests, and what was printed.
  private func note(
    _ comment: String, notes: String = "[]", token: String = "secret"
  ) async throws -> (calls: String, output: String) {
    try folder.write([
      "tools/curl": """
      #!/bin/sh
      cat >/dev/null
      printf '%s\\n' "$*" >>'\(folder.path)/calls'
      case "$*" in
      *"&page=1") cat '\(folder.path)/notes' ;;
      *"&page="*) echo '[]' ;;
      esac

      """, "notes": notes, "comment.md": comment, "calls": "",
    ])
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path + "/tools/curl")
    let outcome = try await Tool(path: Self.root + "script/note-merge-request")(
      [],
      environment: [
        "PATH": "\(folder.path)/tools:/usr/bin:/bin", "COMMENT": folder.path + "/comment.md", "MODGAUGE_TOKEN": token,
        "CI_API_V4_URL": "http://gitlab/api/v4", "CI_PROJECT_ID": "7", "CI_MERGE_REQUEST_IID": "3",
      ])
    #expect(outcome.exitCode == 0 && outcome.errors == "", "\(outcome.errors)")
    return (try folder.read("calls"), outcome.output)
  }

  @Test func `a merge request has one note, which is updated in place, and removed if there is nothing to say`()
    async throws
  {
    let marker = "<!-- modgauge: . -->"
    let other = #"{"id":1,"type":null,"body":"quoting \u003c!-- modgauge: . --\u003e","author":{"id":9}}"#
    let known = #"{"id":302,"type":null,"body":"\u003c!-- modgauge: . --\u003e\n**Rules**: Passed.","author":{"id":9}}"#
    let url = "http://gitlab/api/v4/projects/7/merge_requests/3/notes"
    let first = try await note("\(marker)\n**Rules**: Failed.\n", notes: "[\(other)]").calls
    #expect(
      first.contains("--request POST --data-urlencode body@\(folder.path)/comment.md") && first.hasSuffix(" \(url)\n"))
    #expect(!first.contains("secret"))
    for body in [known, known.replacing("\\u003c", with: "<").replacing("\\u003e", with: ">")] {
      let next = try await note("\(marker)\n**Rules**: Failed.\n", notes: "[\(other),\(body)]").calls
      #expect(next.contains("--request PUT") && next.hasSuffix(" \(url)/302\n") && !next.contains("POST"))
    }
    #expect(try await note(marker + "\n", notes: "[\(known)]").calls.hasSuffix("--request DELETE \(url)/302\n"))
    #expect(try await !note(marker + "\n", notes: "[\(other)]").calls.contains("--request"), "there was none")
    let untold = try await note("\(marker)\n**Rules**: Failed.\n", token: "")
    #expect(untold.calls == "" && untold.output.hasPrefix("No note is written without MODGAUGE_TOKEN"))
  }

  @Test func `options on several lines all count, and patterns in them stay patterns`() async throws {
    #expect(try await report(check: 0, compare: 0, arguments: "--gate\n  --feature *App\n").exitCode == 0)
    #expect(try folder.read("compared").hasSuffix("\n--gate\n--feature\n*App\n"))
    #expect(try await report(check: 0, compare: 0, arguments: "").exitCode == 0)
  }

  @Test func `the cache of programs belongs to these sources`() async throws {
    let outcome = try await Tool(path: Self.root + "script/hash-sources")([])
    #expect(outcome.output.wholeMatch(of: /[0-9a-f]{32}\n/) != nil)
    let action = try String(contentsOfFile: Self.root + "action.yml", encoding: .utf8)
    #expect(action.contains("script/hash-sources") && !action.contains("{{ hashFiles"))
    #expect(action.contains("github.event.pull_request.head.repo.full_name == github.repository"))
  }
}
