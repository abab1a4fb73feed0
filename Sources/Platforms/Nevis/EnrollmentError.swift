package import JOSE
package import JSON

/// What keeps an input from being what the platform sends. Members are named by their path
/// (`enrollment.qrCode.size`); values are not repeated, for they are credentials.
package enum EnrollmentError: Error, Equatable, Sendable {
    case json(JSONError)
    /// A JSON text, and no object.
    case notAnObject
    case missing(member: String)
    /// Of another type than one of those that it may have.
    case mistyped(member: String, expected: [JSONKind], found: JSONKind)
    /// Of the right type, and of no use.
    case value(member: String, expected: StringForm)
    /// - Parameter member: where the link stands; nil where it is the input itself.
    case link(member: String?, LinkFailure)
    case dispatchToken(DispatchTokenFailure)
    case image(ImageFailure)
}

package enum LinkFailure: Error, Equatable, Sendable {
    case tooLong(limitBytes: Int)
    case noScheme
    /// In lower case.
    case scheme(String)
    /// A byte that no URI has (RFC 3986 §2), at an offset.
    case character(offset: Int)
    case fragment
    case userInfo
    case port
    case noHost
    case host(String)
    /// A host with letters beyond ASCII, or with their ASCII form (RFC 5890 §2.3.2.1).
    case internationalHost
    case path
    /// A `%` without two hexadecimal digits, or what it stands for is no UTF-8.
    case percentEncoding
    case noDispatchToken
    case repeatedDispatchToken
}

package enum DispatchTokenFailure: Error, Equatable, Sendable {
    case notBase64URL(Base64URL.Failure)
    case notJSON(JSONError)
    case notAnObject
    /// `nma_data` should be a JWE in compact serialization (RFC 7516 §7.1).
    case notJWE
}

package enum ImageFailure: Error, Equatable, Sendable {
    /// Not of the form `data:<image mime type>;base64,<image>`.
    case notDataURI
    case notBase64(Base64.Failure)
    /// The data URI has another media type than `type` says.
    case otherType
    case notAnImageType
    /// The bytes are no image of the type.
    ///
    /// - Parameter found: the type that they are, if that is known.
    case otherContent(type: String, found: String?)
}

/// A string that is not of the form that the document gives it.
package struct EnrollmentWarning: Equatable, Sendable {
    package let member: String
    package let expected: StringForm
}

/// A form of strings.
package enum StringForm: Equatable, Sendable {
    /// RFC 9562 §4, in either case.
    case uuid
    /// RFC 3339.
    case time
    /// An `https` URL.
    case webAddress
    case oneOf([String])
}
