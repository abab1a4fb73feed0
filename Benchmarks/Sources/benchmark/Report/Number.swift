extension Double {
    /// With so many digits behind the point.
    func fixed(_ digits: Int) -> String {
        var scale = 1.0
        for _ in 0..<digits { scale *= 10 }
        let scaled = Int((magnitude * scale).rounded())
        let sign = self < 0 && scaled > 0 ? "-" : ""
        guard digits > 0 else { return sign + String(scaled) }
        let fraction = String(scaled % Int(scale))
        let zeros = String(repeating: "0", count: digits - fraction.count)
        return "\(sign)\(scaled / Int(scale)).\(zeros)\(fraction)"
    }
}
