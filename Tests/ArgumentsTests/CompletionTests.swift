import Arguments
import Testing

private let root = CommandInfo(root: SampleCommands.root)

@Suite struct `The script for bash` {
    private let script = BashCompletion.script(root: root)

    @Test func `commands and flags of a command`() {
        #expect(
            script.contains("    'signet jwt')\n        commands='sign verify'\n        flags='--help -h'\n"))
        #expect(
            script.contains("        flags='--key --jwks --cert --roots --use --alg --json --help -h'\n"))
        #expect(script.hasSuffix("\ncomplete -F _signet signet\n"))
    }

    @Test(arguments: [
        "'signet jwt sign --key' | 'signet jwt sign -k') kind='file' closes='--key -k' ;;",
        "'signet jwt sign --alg') kind='words' words='RS256 ES256' closes='--alg' ;;",
        "'signet jwt sign --kid') kind='words' words='thumbprint none' closes='--kid' ;;",
        "'signet jwt sign --out-dir') kind='directory' closes='--out -o --out-dir' ;;",
        "'signet jwt sign --aud') kind='text' ;;",
        "'signet jwt sign --batch') closes='--exp --batch' ;;",
        "'signet jwt sign --exp') kind='text' closes='--exp --batch' ;;",
        "'signet jwt verify --cert') kind='file' closes='--key --jwks --cert' ;;",
        "'signet jwt verify --alg') kind='words' words='RS256 ES256' ;;",
        "'signet jwt verify --roots') kind='file' words='system' closes='--roots' ;;",
        "'signet jwt verify --use') kind='list' words='sign wrap' closes='--use' ;;",
        "'signet pack operand 0') kind='words' words='modern java8' ;;",
        "'signet pack operand '*) kind='file' ;;",
        "'signet help operand '*) kind='command' words='acme units' ;;",
    ])
    func values(line: String) {
        #expect(script.contains("    \(line)\n"))
    }
}

@Suite struct `The script for zsh` {
    private let script = ZshCompletion.script(root: root)

    @Test func `its frame`() {
        #expect(script.hasPrefix("#compdef signet\n"))
        #expect(script.hasSuffix("    compdef _signet signet\nfi\n"))
        #expect(script.contains("    rest) _call_function ret _signet_jwt_$words[1] ;;\n"))
    }

    @Test(arguments: [
        "'(--key -k)--key=[the private key]:FILE:_files'",
        "'(--key -k)-k+[the private key]:FILE:_files'",
        #"'(--alg)--alg=[the algorithm]:ALG:(('\''RS256\:RSA\: it'\''\'\'''\''s PKCS#1 [v1.5]'\'' '\''ES256\:$curve P-256'\''))'"#,
        #"'(--kid)--kid=[the key'\''s name]:ID:(thumbprint none)'"#,
        "'(--out -o --out-dir)--out-dir=[where many tokens go]:DIR:_files -/'",
        "'*--aud=[the audience]:NAME: '",
        "'(--exp --batch)--batch[one input a line]'",
        "'(--key --jwks --cert)--jwks=[a set of keys]:FILE:_files'",
        #"'(--roots)--roots=[trusted certificates]:FILE: _alternative '\''files\:file\:_files'\'' '\''words\:word\:(system)'\'''"#,
        #"'(--use)--use=[what for]:LIST:_values -s , '\''LIST'\'' '\''sign[sign\: [data]]'\'' wrap'"#,
        #"'::CLAIMS: _message '\''CLAIMS'\'''"#,
        "':KIND:(modern java8)'",
        "'*:FILE:_files'",
        #"'*::COMMAND: _signet_below '\''acme\:Acme\: it'\''\'\'''\''s the $1 [cloud]'\'' '\''units\:'\'''"#,
    ])
    func specifications(spec: String) {
        #expect(script.contains(" \(spec)\n") || script.contains(" \(spec) \\\n"))
    }

    @Test func `a summary that zsh would read`() {
        #expect(
            script.contains(#" 'jwt:sign: verify, and "inspect" tokens; it'\''s $HOME [all] here \\ 100%'"#))
        let flag = Flag("a", "a [b] \\ c")
        let info = CommandInfo(root: Command(name: "x", summary: "", flags: [flag]))
        #expect(ZshCompletion.script(root: info).contains(#"'(--a)--a[a \[b\] \\ c]'"#))
    }
}

@Suite struct `The script for fish` {
    private let script = FishCompletion.script(root: root)

    @Test(arguments: [
        "-n '__signet_at signet; and __signet_operand -eq 0' -a '(__signet_below signet)'",
        "-n '__signet_at signet jwt sign; and not __signet_given --key -k' -l key -s k -r -F -d 'the private key'",
        #"-n '__signet_at signet jwt sign; and not __signet_given --alg' -l alg -x -a 'RS256\\t\'RSA: it\\\'s PKCS#1 [v1.5]\' ES256\\t\'$curve P-256\'' -d 'the algorithm'"#,
        "-n '__signet_at signet jwt sign; and not __signet_given --out -o --out-dir' -l out-dir -x -a '(__fish_complete_directories)' -d 'where many tokens go'",
        "-n '__signet_at signet jwt sign' -l aud -x -d 'the audience'",
        "-n '__signet_at signet jwt sign; and not __signet_given --exp --batch' -l batch -d 'one input a line'",
        "-n '__signet_at signet jwt verify; and not __signet_given --roots' -l roots -r -F -a 'system' -d 'trusted certificates'",
        "-n '__signet_at signet jwt verify; and not __signet_given --use' -l use -x -a '(__signet_list sign wrap)' -d 'what for'",
        "-n '__signet_at signet pack; and __signet_operand -eq 0' -f -a 'modern java8'",
        "-n '__signet_at signet pack; and __signet_operand -ge 1' -F",
        "-n '__signet_at signet help; and __signet_operand -ge 0' -f -a '(__signet_below signet (__signet_operands))'",
        #"-n '__signet_at signet help; and __signet_operand -eq 0' -f -a 'acme\\t\'Acme: it\\\'s the $1 [cloud]\' units'"#,
    ])
    func lines(line: String) {
        #expect(script.contains("\ncomplete -c signet \(line)\n"))
    }

    @Test func `flags that take a value are known`() {
        #expect(
            script.contains(
                "        case 'signet jwt verify'\n            string split ' ' -- '--key --jwks --cert --roots --use --alg'\n"
            ))
    }

    @Test func `a summary that fish would read`() {
        #expect(
            script.contains(#" jwt 'sign: verify, and "inspect" tokens; it\'s $HOME [all] here \\ 100%'"#))
    }
}

@Suite struct `A program of another name` {
    @Test func `leaves no trace of this one`() {
        let info = CommandInfo(
            root: Command(
                name: "other", summary: "", subcommands: [Subcommand(Command(name: "sub", summary: "a"))]))
        for script in [
            BashCompletion.script(root: info), ZshCompletion.script(root: info),
            FishCompletion.script(root: info),
            ManPage.roff(info, version: "1"), Help.long(info),
        ] {
            #expect(!script.contains("signet"))
            #expect(!script.contains("Signet"))
        }
    }
}
