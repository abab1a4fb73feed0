/// Claims for an access token, 200 bytes each and no two alike; always the same ones.
enum ClaimsLines {
    static let length = 200

    private static let counter = "##########"
    private static let template = Array(
        """
        {"iss":"https://issuer.example","sub":"\(counter)","aud":"api.example",\
        "jti":"7d3f8a20-5c41-4be9-9a00-00\(counter)","iat":1767225600,"nbf":1767225600,"exp":4102444800,\
        "scope":"orders:read orders:new"}
        """.utf8)

    /// Where the digits of the counter start.
    private static let counters = template.indices.filter { index in
        template[index] == UInt8(ascii: "#") && template[index - 1] != UInt8(ascii: "#")
    }

    /// The object of that number, without a line's end.
    static func object(_ number: Int) -> [UInt8] {
        precondition(template.count == length)
        var object = template
        var rest = number
        for place in (0..<counter.count).reversed() {
            for start in counters { object[start + place] = UInt8(ascii: "0") + UInt8(rest % 10) }
            rest /= 10
        }
        return object
    }

    static func write(_ count: Int, to path: String) throws {
        try writeLines(count, to: path, object)
    }
}
