import Arguments

extension Topic {
    /// The commands on the page are run by the tests, from its very text.
    static let authority = Topic(
        name: "authority", synonyms: ["ca", "pki", "certificate-authority", "private-ca", "mkcert"],
        summary: "run a private CA: root, intermediate, leaves, lists and renewal",
        sections: [
            Section(
                "Description",
                [
                    """
                    A private CA of a few files: a root whose key stays offline, an intermediate that issues, leaves for \
                    servers, a revocation list, renewal, and a change of the root. signet keeps no database. The files \
                    are all there is, so back them up.
                    """
                ]),
            Section(
                "1. The root",
                [
                    "Make its key, and a certificate that it signs itself. This is the file that clients trust.",
                    .verbatim(
                        """
                        signet keygen --type ec --curve P-384 --out root.key
                        signet cert create --key root.key --subject 'CN=Example Root,O=Example' \\
                          --is-ca --for 7300d --out root.pem
                        """),
                ]),
            Section(
                "2. An intermediate",
                [
                    """
                    It may certify servers below example.org alone, and no further CAs. A leaked key then harms nothing \
                    else. The URL says where the root publishes its list.
                    """,
                    .verbatim(
                        """
                        signet keygen --type ec --out issuing.key
                        signet cert create --key issuing.key --subject 'CN=Example Issuing CA,O=Example' \\
                          --is-ca --path-length 0 --name-constraint permit:dns:example.org \\
                          --name-constraint exclude:ip:0.0.0.0/0 \\
                          --name-constraint exclude:ip:::/0 --ext-key-usage serverAuth \\
                          --crl-url http://ca.example.org/root.crl \\
                          --ca root.pem --ca-key root.key --for 1825d --out issuing.pem
                        """),
                    "Now the key of the root can be put away. It is needed again for its lists and in step 6.",
                ]),
            Section(
                "3. A leaf",
                [
                    "A server sends its own certificate and the intermediate, in this order.",
                    .verbatim(
                        """
                        mkdir sites
                        signet keygen --type ec --out www.key
                        signet cert create --key www.key --subject CN=www.example.org \\
                          --san dns:www.example.org --crl-url http://ca.example.org/issuing.crl \\
                          --ca issuing.pem --ca-key issuing.key --for 90d --out www.pem
                        cat www.pem issuing.pem > sites/www.pem
                        signet cert check sites/www.pem --roots root.pem --host www.example.org
                        """),
                ]),
            Section(
                "4. Renewal",
                [
                    """
                    This command replaces, in place, the certificates of which less than a third of the lifetime is left. \
                    Its exit status is 1 if there were none. With every other one, a server should load them, because \
                    some may be new even if others cannot be renewed: run it once a day. Here `--within` is longer than \
                    the certificate is valid, so that something happens, and signet warns about that.
                    """,
                    .verbatim(
                        """
                        signet cert renew --ca issuing.pem --ca-key issuing.key --within 91d sites ||
                          test $? -ne 1 && echo 'load the certificates'
                        """),
                ]),
            Section(
                "5. Lists",
                [
                    """
                    Each CA publishes a list, again before the one before ends. `--from` keeps what is on it and counts \
                    on. If there are deltas to it, a second `--from` gives the last of them.
                    """,
                    .verbatim(
                        """
                        signet crl create --ca root.pem --ca-key root.key --for 180d --out root.crl
                        signet crl create --ca issuing.pem --ca-key issuing.key --for 7d --out issuing.crl
                        signet cert check sites/www.pem --roots root.pem --crl root.crl --crl issuing.crl
                        """),
                    """
                    If the key of the server leaks, every certificate that has it goes on the next list, unless it has \
                    expired: also those from before a renewal, such as `www.pem` here. `signet cert renew --json` gives \
                    their serial numbers as `replaced`. If the machine stops before `mv`, the whole list is in \
                    `issuing.new`, and the next run says that it exists: rename it then. In a script with `set -e`, leave \
                    out `&&`, because a failure before it does not end the script.
                    """,
                    .verbatim(
                        """
                        signet crl create --ca issuing.pem --ca-key issuing.key --for 7d \\
                          --from issuing.crl --revoke sites/www.pem:keyCompromise \\
                          --revoke www.pem:keyCompromise --out issuing.new &&
                          mv issuing.new issuing.crl
                        ! signet cert check sites/www.pem --roots root.pem \\
                          --crl root.crl --crl issuing.crl
                        """),
                    """
                    The server gets another certificate like it, with a new key. The revoked one must leave the folder: \
                    `signet cert renew` does not read lists, and would renew it with the leaked key.
                    """,
                    .verbatim(
                        """
                        signet keygen --type ec --out new.key
                        signet cert create --key new.key --like www.pem \\
                          --ca issuing.pem --ca-key issuing.key --out new.pem
                        mv sites/www.pem leaked.pem
                        """),
                ]),
            Section(
                "6. A new root",
                [
                    """
                    Clients need time to trust a new root. Until then, the old root certifies the new one with a \
                    cross-certificate, and the new root certifies the intermediate: with the same subject and key, so that \
                    every leaf stays valid. A server that sends both satisfies clients of the old root and of the new one.
                    """,
                    .verbatim(
                        """
                        signet keygen --type ec --curve P-384 --out root2.key
                        signet cert create --key root2.key --subject 'CN=Example Root 2,O=Example' \\
                          --is-ca --for 7300d --out root2.pem
                        signet cert create --key root2.key --like root2.pem --is-ca --for 365d \\
                          --crl-url http://ca.example.org/root.crl \\
                          --ca root.pem --ca-key root.key --out cross.pem
                        signet cert create --key issuing.key --like issuing.pem --is-ca \\
                          --crl-url http://ca.example.org/root2.crl \\
                          --ca root2.pem --ca-key root2.key --out issuing2.pem
                        signet crl create --ca root2.pem --ca-key root2.key --for 180d --out root2.crl
                        cat new.pem issuing2.pem cross.pem > sites/new.pem
                        set -- --crl root.crl --crl root2.crl --crl issuing.crl
                        signet cert check new.pem --untrusted sites/new.pem --roots root.pem "$@"
                        signet cert check new.pem --untrusted sites/new.pem --roots root2.pem "$@"
                        """),
                    """
                    Do not send both certificates of the intermediate instead: OpenSSL tries only one of them, and so do \
                    other clients.
                    """,
                ]),
        ],
        seeAlso: [
            "signet-cert-create(1)", "signet-cert-renew(1)", "signet-cert-check(1)", "signet-crl-create(1)",
            "signet-ocsp-create(1)", "signet-hsm(7)",
        ])
}
