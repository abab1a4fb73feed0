/// The six kinds of value (RFC 8259 §3), `false` and `true` being one. The raw value is the word for users.
package enum JSONKind: String, Sendable {
    case null, boolean, number, string, array, object
}
