/// The words in generated names and comments.
///
/// A type's name consists of its module's name, an adjective, a noun and possibly a suffix. Each word has one capital
/// letter and is in one list only, so that types of different modules never have the same name.
enum Vocabulary {
  static let adjectives = words(
    """
    Pending Recent Settled Cached Remote Local Primary Secondary Verified Expired Scheduled Shared Private Frozen Signed
    Partial Merged Daily Monthly Regional Nearby Favorite Archived Trusted Blocked Instant Delayed Refunded Bonus Linked
    Guest Verbose Compact Nested Sorted Filtered Rounded Masked Queued Active
    """)

  static let nouns = words(
    """
    Transfer Balance Payment Receipt Merchant Voucher Wallet Account Campaign Session Device Reader Terminal Passcode
    Invoice Statement Budget Contact Message Banner Ticket Reward Point Card Token Profile Region Order Basket
    Refund Limit Currency Address Schedule Charge Deposit Program Notice Survey Journey Itinerary Document Locale Theme
    Avatar Route Feed Entry Ledger
    """)

  static let strings = ["title", "label", "reference", "owner", "locale", "message", "code", "caption", "category"]
  static let integers = ["count", "amount", "position", "retries", "limit", "priority", "points", "attempts", "offset"]
  static let fractions = ["ratio", "progress", "rate", "discount", "latitude", "longitude", "weight", "score"]
  static let flags = [
    "isEnabled", "isPinned", "isHidden", "isVerified", "isExpired", "isShared", "hasBadge", "isDefault",
  ]
  static let lists = ["tags", "notes", "keywords", "steps", "recipients", "warnings"]
  static let tables = ["counters", "totals", "weights", "attributes"]
  static let nested = ["source", "target", "context", "previous", "fallback", "detail"]
  static let optionals = ["parent", "successor", "replacement", "origin"]
  static let arrays = ["items", "children", "history", "entries"]

  static let cases = [
    "idle", "loading", "loaded", "failed", "cancelled", "waiting", "confirmed", "rejected", "expired", "redeemed",
    "scanned", "locked", "unlocked", "submitted", "refunded", "archived",
  ]

  static let purposes = [
    "as it is shown in the list", "before it is sent to the server", "that the user has confirmed",
    "which the next screen starts from", "kept until the session ends", "as the last response described it",
    "for one merchant and one day", "whose state survives a restart", "that a push notification announced",
    "once the passcode was entered", "without what only the server knows", "in the order of the timeline",
  ]

  static let reasons = [
    "The server repeats entries at the edge of two pages.", "Ties are broken by name, so that the list does not jump.",
    "An empty title comes from drafts; the list shows the reference instead.",
    "The limit is the one that the last response named.", "Rounded down, since the ledger counts whole units.",
    "Old clients send this without a category.", "Observers are told once, however many entries changed.",
  ]

  /// `PendingTransfer` in a sentence: `pending transfer`.
  static func sentence(adjective: String, noun: String) -> String {
    "\(adjective.lowercased()) \(noun.lowercased())"
  }

  private static func words(_ text: String) -> [String] {
    text.split(whereSeparator: \.isWhitespace).map(String.init)
  }
}
