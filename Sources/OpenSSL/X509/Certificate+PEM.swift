extension Certificate {
    /// A PEM block (RFC 7468 §5).
    package func pem() throws(OpenSSLError) -> [UInt8] {
        let der = try der
        return try PEMBlock.text(label: KeyForm.certificate.pemLabel, Secret(copying: der.span)).withBytes {
            Array($0)
        }
    }
}
