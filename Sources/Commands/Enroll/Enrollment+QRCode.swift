import OpenSSL
import Platforms
import QR
import System

extension Enrollment {
    /// The link as a QR code, drawn for the terminal on standard output, or for any that is light on dark.
    func drawnCode() throws -> String {
        let blocks = HalfBlocks(try about(source) { try code() })
        if StandardStreams.outputIsTerminal, let terminal = Terminal.size() {
            if terminal.columns < blocks.width {
                throw CommandError(
                    .file,
                    "the QR code has \(blocks.width) columns, but the terminal has only \(terminal.columns)",
                    hint: "make the terminal wider, or its font smaller")
            }
            if terminal.lines < blocks.height {
                Console.warn(
                    "the QR code has \(blocks.height) lines, but the terminal has only \(terminal.lines); make its font smaller"
                )
            }
        }
        return blocks.text(colored: HelpCommand.isStyled)
    }

    private func code() throws -> QRCode {
        guard let text = codeText else {
            throw CommandError(.badInput, "expected a link to draw, found none")
        }
        guard let code = QRCode(encoding: Array(text.utf8)) else {
            throw CommandError(
                .badInput, "\(text.utf8.count) bytes do not fit into a QR code",
                hint: image == nil ? nil : "use --qr-out FILE to write the image of the response")
        }
        return code
    }

    /// The link, which the phone's camera opens in the app; the token itself if there is no link.
    private var codeText: String? {
        link?.uri ?? encodedToken
    }

    /// The path of the QR code in the response.
    private var codePath: String {
        if case .response(let response) = content { response.ceremonyPath + "qrCode" } else { "qrCode" }
    }

    /// The image of the response, for a file of its own.
    func imageFile() throws -> Secret {
        guard let image else {
            throw CommandError(
                .badInput, "expected an image of a QR code, found none",
                hint: codeText == nil ? nil : "use --show-qr to draw one of the link")
        }
        guard image.isVerified else {
            throw CommandError(
                .badInput,
                "\(codePath).type: signet cannot check \(image.mediaType), so the image is not written",
                hint: "use --field \(codePath).dataUri to get the image unchecked")
        }
        return Secret(copying: image.bytes.span)
    }
}
