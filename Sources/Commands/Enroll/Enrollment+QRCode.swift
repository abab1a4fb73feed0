import OpenSSL
import Platforms
import QR
import System

extension Enrollment {
    /// The link as a QR code, drawn for the terminal that standard output is, or for any that is light on dark.
    func drawnCode() throws -> String {
        guard let text = codeText else {
            throw Failure(.badInput, "\(source): there is no link in it to draw")
        }
        guard let code = QRCode(encoding: Array(text.utf8)) else {
            throw Failure(
                .badInput, "\(source): the link has \(text.utf8.count) bytes, and no QR code holds them",
                hint: image == nil ? nil : "--qr-out FILE writes the image of the response")
        }
        let blocks = HalfBlocks(code)
        if StandardStreams.outputIsTerminal, let terminal = Terminal.size() {
            if terminal.columns < blocks.width {
                throw Failure(
                    .file,
                    "the QR code is \(blocks.width) columns wide, and the terminal has \(terminal.columns)",
                    hint: "make the terminal wider, or its letters smaller")
            }
            if terminal.lines < blocks.height {
                Console.warn(
                    "the QR code has \(blocks.height) lines, and the terminal \(terminal.lines): make its letters smaller"
                )
            }
        }
        return blocks.text(colored: HelpCommand.isStyled)
    }

    /// The link, which the phone's camera opens in the app; the token itself where there is no link.
    private var codeText: String? {
        link?.uri ?? encodedToken
    }

    /// The image of the response, for a file of its own.
    func imageFile() throws -> Secret {
        guard let image else {
            throw Failure(
                .badInput, "\(source): there is no image of a QR code in it",
                hint: codeText == nil ? nil : "--show-qr draws one of the link")
        }
        guard image.isVerified else {
            throw Failure(
                .badInput,
                "\(source): enrollment.qrCode.type: signet does not know \(image.mediaType), and does not write what it cannot check"
            )
        }
        return Secret(copying: image.bytes.span)
    }
}
