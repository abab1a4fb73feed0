package import JOSE
package import JSON

/// Why an input is not what the platform sends. Members are named by their path (`enrollment.qrCode.size`). Values
/// are not shown, because they are credentials.
package enum EnrollmentError: Error, Equatable, Sendable {
    case json(JSONError)
    /// A JSON text that is not an object.
    case notAnObject
    case missing(member: String)
    /// The member has a type that is not allowed.
    case mistyped(member: String, expected: [JSONKind], found: JSONKind)
    /// The member has the right type but an invalid value.
    case value(member: String, expected: StringForm)
    /// - Parameter member: the member that contains the link; nil if the link is the input itself.
    case link(member: String?, LinkFailure)
    case dispatchToken(DispatchTokenFailure)
    /// - Parameter at: the path of the QR code.
    case image(at: String, ImageFailure)
}

package enum LinkFailure: Error, Equatable, Sendable {
    case tooLong(limitBytes: Int)
    case noScheme
    /// In lower case.
    case scheme(String)
    /// A byte that URIs cannot contain (RFC 3986 §2), at an offset.
    case character(offset: Int)
    case fragment
    case userInfo
    case port
    case noHost
    case host(String)
    /// A host with characters beyond ASCII, or with their ASCII form (RFC 5890 §2.3.2.1).
    case internationalHost
    case path
    /// A `%` without two hexadecimal digits, or encoded bytes that are not UTF-8.
    case percentEncoding
    case noDispatchToken
    case repeatedDispatchToken
}

package enum DispatchTokenFailure: Error, Equatable, Sendable {
    case notBase64URL(Base64URL.Failure)
    case notJSON(JSONError)
    case notAnObject
    /// `nma_data` is not a JWE in compact serialization (RFC 7516 §7.1).
    case notJWE
}

package enum ImageFailure: Error, Equatable, Sendable {
    /// Not of the form `data:<image mime type>;base64,<image>`.
    case notDataURI
    case notBase64(Base64.Failure)
    /// The media type of the data URI differs from `type`.
    case otherType
    case notAnImageType
    /// The bytes are not an image of the type.
    ///
    /// - Parameter found: their actual type, if known.
    case otherContent(type: String, found: String?)
}

/// A string that does not have its usual form.
package struct EnrollmentWarning: Equatable, Sendable {
    package let member: String
    package let expected: StringForm
}

/// The form of a string.
package enum StringForm: Equatable, Sendable {
    /// RFC 9562 §4, in upper or lower case.
    case uuid
    /// RFC 3339.
    case time
    /// An `https` URL.
    case webAddress
    case oneOf([String])
}
