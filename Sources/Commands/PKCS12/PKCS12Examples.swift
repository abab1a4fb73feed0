import Arguments

/// What people come to these commands for.
enum PKCS12Examples {
    static let pack = [
        Example(
            "What Let's Encrypt gives, for IIS on an old Windows",
            "signet pkcs12 pack --key privkey.pem --cert fullchain.pem --for windows --name www.example.com --passphrase-file secret.txt --out site.pfx"
        ),
        Example(
            "A client certificate for an iPhone",
            "signet pkcs12 pack --key key.pem --cert cert.pem --chain ca.pem --for apple --name 'Kim (VPN)' --passphrase-file secret.txt --out kim.p12"
        ),
        Example(
            "A trust store for Java",
            "signet pkcs12 pack --trust-store --cert our-roots.pem --passphrase-file secret.txt --out truststore.p12"
        ),
        Example(
            "What SAP's Secure Login Server answered: the certificate and its chain in base64, in any order",
            "signet pkcs12 pack --key key.pem --cert reply.p7b --for apple --passphrase-file secret.txt --out identity.p12"
        ),
        Example(
            "An old file again, for new programs",
            "signet pkcs12 unpack old.pfx --passphrase-file old.txt --out all.pem && signet pkcs12 pack --key all.pem --cert all.pem --passphrase-file new.txt --out new.p12"
        ),
    ]

    static let unpack = [
        Example(
            "Out of a .pfx from Windows, for nginx",
            "signet pkcs12 unpack site.pfx --passphrase-file secret.txt --key-out site.key --fullchain-out site.crt"
        ),
        Example(
            "Into three files of a folder",
            "signet pkcs12 unpack site.pfx --passphrase-file secret.txt --out-dir site"),
        Example(
            "One entry of a Java keystore",
            "signet pkcs12 unpack keystore.p12 --passphrase-file secret.txt --name tomcat --out tomcat.pem"),
        Example(
            "The key encrypted again",
            "signet pkcs12 unpack site.pfx --passphrase-file secret.txt --key-out site.key --encrypt-key --key-passphrase-file other.txt"
        ),
    ]

    static let inspect = [
        Example("How is this file encrypted?", "signet pkcs12 inspect site.pfx"),
        Example("Everything in it", "signet pkcs12 inspect --passphrase-file secret.txt site.pfx"),
        Example(
            "When its certificates expire",
            "signet pkcs12 inspect --json --passphrase-file secret.txt site.pfx | jq -r '.parts[].bags[] | select(.type == \"certificate\") | .notAfter + \" \" + .subject'"
        ),
    ]
}
