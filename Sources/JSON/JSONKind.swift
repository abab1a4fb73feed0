/// The six kinds of value (RFC 8259 §3), `false` and `true` being one.
package enum JSONKind: Sendable {
    case null, boolean, number, string, array, object
}
