import Arguments

extension Topic {
    /// Keys in a TPM or another token. The commands on the page are run by the tests, from its very text.
    static let hsm = Topic(
        name: "hsm", synonyms: ["tpm", "pkcs11", "yubikey", "smartcard", "softhsm", "provider"],
        summary: "sign with a key in a TPM, an HSM or a smart card, step by step",
        sections: [
            Section(
                "Description",
                [
                    """
                    A private key can be made in a token and stay there: the token signs, and the key cannot be \
                    copied. signet uses every token for which OpenSSL 3 has a provider with a store. Wherever a \
                    command reads a key, it accepts the URI of a key in a token: `handle:` in a TPM 2.0, `pkcs11:` \
                    (RFC 7512) in a PKCS#11 token. `--provider` loads the provider, unless OpenSSL's \
                    configuration does.
                    """,
                    """
                    The first three sections are a walk-through with a TPM 2.0, or with a simulator of one.
                    """,
                ]),
            Section(
                "1. Find a TPM",
                [
                    """
                    On Debian, install the packages `tpm2-tools` and `tpm2-openssl`. The variables `TPM2TOOLS_TCTI` and \
                    `TPM2OPENSSL_TCTI` say where the TPM is: by default it is `device:/dev/tpmrm0`, which members \
                    of the group `tss` may use. Without a TPM, install `swtpm` and start a simulator:
                    """,
                    .verbatim(
                        """
                        mkdir state
                        swtpm socket --tpm2 --flags not-need-init,startup-clear \\
                          --tpmstate dir=state --server type=unixio,path=socket \\
                          --ctrl type=unixio,path=socket.ctrl 2>swtpm.log &
                        export TPM2TOOLS_TCTI=swtpm:path=socket
                        export TPM2OPENSSL_TCTI=swtpm:path=socket
                        """),
                ]),
            Section(
                "2. Make a key",
                [
                    """
                    Make a primary key, which can be made again at any time, and below it the key that signs. This one \
                    has a passphrase. `noda` is explained below.
                    """,
                    .verbatim(
                        """
                        umask 077
                        openssl rand -hex 16 | tr -d '\\n' > pin.txt
                        tpm2_createprimary -Q -C o -G ecc -c primary.ctx
                        tpm2_create -Q -C primary.ctx -G ecc -p file:pin.txt \\
                          -a 'fixedtpm|fixedparent|sensitivedataorigin|userwithauth|noda|sign' \\
                          -u key.pub -r key.priv
                        """),
                    """
                    Make the key persistent. Its handle is its name from now on. `tpm2_flushcontext` frees the few \
                    places for objects that a TPM has; `/dev/tpmrm0` does so itself, the simulator does not.
                    """,
                    .verbatim(
                        """
                        tpm2_flushcontext -t
                        tpm2_load -Q -C primary.ctx -u key.pub -r key.priv -c key.ctx
                        tpm2_evictcontrol -Q -C o -c key.ctx 0x81000001
                        tpm2_flushcontext -t
                        """),
                ]),
            Section(
                "3. Use it",
                [
                    """
                    If the URI ends with `?pass`, the provider asks for the passphrase; otherwise the TPM gets none. \
                    Like every passphrase it comes from a file, a descriptor, the environment or the terminal. \
                    Reading the public key requires none.
                    """,
                    .verbatim(
                        """
                        signet key inspect --provider tpm2 handle:0x81000001
                        signet key public --provider tpm2 handle:0x81000001 --out public.pem
                        """),
                    "A certificate request, or a certificate of its own:",
                    .verbatim(
                        """
                        KEY='handle:0x81000001?pass'
                        signet csr create --provider tpm2 --key "$KEY" --passphrase-file pin.txt \\
                          --subject CN=gateway.example --san dns:gateway.example --out request.pem
                        signet cert create --provider tpm2 --key "$KEY" --passphrase-file pin.txt \\
                          --subject 'CN=Token signer' --out signer.pem
                        """),
                    "Tokens, and their verification, which does not require the TPM:",
                    .verbatim(
                        """
                        signet jwt sign --provider tpm2 --key "$KEY" --passphrase-file pin.txt \\
                          --exp 15m --out token.txt '{"sub":"jo"}'
                        signet jwt verify --cert signer.pem --in token.txt --sub jo
                        printf '{"sub":"%s"}\\n' jo kim |
                          signet jwt sign --batch --provider tpm2 --key "$KEY" \\
                            --passphrase-file pin.txt --exp 15m --out tokens.txt
                        signet jwt verify --batch --key public.pem --in tokens.txt > verdicts.jsonl
                        """),
                    """
                    A CA works in the same way: `cert create --csr FILE --ca FILE --ca-key URI`.
                    """,
                ]),
            Section(
                "4. The provider by configuration",
                [
                    """
                    A configuration of OpenSSL can load the provider for every program that uses OpenSSL. The default \
                    provider must be named too, and first: a provider that is loaded explicitly replaces it.
                    """,
                    .verbatim(
                        """
                        cat > openssl.cnf <<'END'
                        openssl_conf = init

                        [init]
                        providers = providers

                        [providers]
                        default = active
                        tpm2 = active

                        [active]
                        activate = 1
                        END
                        export OPENSSL_CONF="$PWD/openssl.cnf"
                        signet key public handle:0x81000001 | cmp - public.pem
                        """),
                ]),
            Section(
                "PKCS#11",
                [
                    """
                    Smart cards, network HSMs and SoftHSM have a PKCS#11 module. The provider `pkcs11` (the package \
                    `pkcs11-provider`, in Debian since version 13) loads the module that `PKCS11_PROVIDER_MODULE` \
                    names. Its keys are `--provider pkcs11 --key 'pkcs11:token=NAME;object=NAME'`. The PIN comes from \
                    the passphrase flags; do not write it into the URI, which every process can read. If several keys \
                    have the name, `;id=` or `;type=private` chooses one. signet is not tested with this provider; any \
                    provider with a store should work.
                    """
                ]),
            Section(
                "Limits",
                [
                    """
                    The private key cannot be written: `key convert` and `pkcs12 pack` refuse it. `key public` writes \
                    the public key.
                    """,
                    """
                    A token signs with what it knows: most TPMs with RSA of 2048 bits, P-256 and P-384, none with \
                    Ed25519. A key may be restricted to one digest or one padding. signet verifies each signature of \
                    a token before it is used, because providers do not always report what they cannot do. A batch \
                    signs once before its first line, to try the passphrase.
                    """,
                    """
                    A text that begins with a scheme, two or more characters and a colon, is a URI. A file with such a \
                    name is `./NAME`. `file:` is refused: signet opens files itself.
                    """,
                    """
                    After some wrong passphrases a TPM refuses all keys for hours, except those made with `noda`. \
                    `tpm2_dictionarylockout -c` ends that. The library of the TPM reports every error on \
                    standard error too, unless the environment has `TSS2_LOG=all+NONE`.
                    """,
                ]),
            Section(
                "Speed",
                [
                    """
                    A batch signs on one thread whatever `--jobs` says, because a provider may not be used by several: \
                    tpm2-openssl fails then before version 1.3. The token determines the speed. The simulator makes \
                    about 500 signatures with P-256 a second and 100 with RSA of 2048 bits; a TPM on a mainboard \
                    typically 5 to 50. If that is too slow, sign tokens with a key in a file, and its certificate with the \
                    key in the token.
                    """
                ]),
        ],
        seeAlso: [
            "signet-jwt-sign(1)", "signet-csr-create(1)", "signet-cert-create(1)", "signet-key-public(1)",
        ])
}
