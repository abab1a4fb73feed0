/// A completion script for bash 4.2 and later that needs no package. It consists of two tables, written as functions,
/// and one function that reads them.
package enum BashCompletion {
    package static func script(root: CommandInfo) -> String {
        let function = root.functionName
        var lines = [
            "# bash completion for \(root.fullName), generated from the declarations of its commands: do not edit.",
            "# shellcheck shell=bash disable=SC2034 # the tables set their caller's variables",
            "",
            "# What a command takes.",
            "\(function)_command() {",
            "    commands='' flags=''",
            "    case $1 in",
        ]
        lines += root.all.flatMap(commandArm)
        lines += [
            "    esac", "}", "",
            "# What a flag or an operand takes, and the flags that are not offered after a flag.",
            "\(function)_value() {",
            "    kind=none words='' closes=''",
            "    case $1 in",
        ]
        lines += root.all.flatMap(valueArms)
        lines += ["    esac", "}", "", reader(function: function, program: root.fullName)]
        return lines.joined(separator: "\n") + "\n"
    }

    private static func commandArm(of info: CommandInfo) -> [String] {
        var arm = ["    '\(info.fullName)')"]
        if info.command.isGroup {
            arm.append("        commands='\(info.command.subcommands.map(\.name).joined(separator: " "))'")
        }
        let flags = info.command.flags.flatMap(\.spellings).joined(separator: " ")
        return arm + ["        flags='\(flags)'", "        ;;"]
    }

    /// `'signet jwt sign --key') kind='file' closes='--key --jwks' ;;`
    private static func valueArms(of info: CommandInfo) -> [String] {
        var arms: [String] = []
        for flag in info.command.flags {
            let pattern = flag.spellings.map { "'\(info.fullName) \($0)'" }.joined(separator: " | ")
            let closed = info.command.flagsClosed(by: flag).flatMap(\.spellings)
            var settings = flag.value.map(self.settings) ?? []
            if !closed.isEmpty { settings.append("closes='\(closed.joined(separator: " "))'") }
            if !settings.isEmpty { arms.append("    \(pattern)) \(settings.joined(separator: " ")) ;;") }
        }
        for (index, operand) in info.command.operands.enumerated() {
            let isLast = index + 1 == info.command.operands.count
            let number = isLast && operand.isRepeatable ? "'*" : "\(index)'"
            let settings = self.settings(of: operand.value).joined(separator: " ")
            arms.append("    '\(info.fullName) operand \(number)) \(settings) ;;")
        }
        return arms
    }

    private static func settings(of value: Value) -> [String] {
        switch value.kind {
        case .text, .descriptor: ["kind='text'"]
        case .file, .output: ["kind='file'"]
        case .fileOr(let choices): ["kind='file'", words(choices)]
        case .pathOr(let choices): ["kind='path'", words(choices)]
        case .assignedFile: ["kind='assigned'"]
        case .directory: ["kind='directory'"]
        case .command(let topics):
            ["kind='command'"]
                + (topics.isEmpty ? [] : [words(topics)])
        case .choice(let choices), .suggestion(let choices): ["kind='words'", words(choices)]
        case .list(let choices): ["kind='list'", words(choices)]
        }
    }

    private static func words(_ choices: [Value.Choice]) -> String {
        "words='\(choices.map(\.word).joined(separator: " "))'"
    }

    private static func reader(function: String, program: String) -> String {
        #"""
        \#(function)() {
            local IFS=$' \t\n'
            local line=${COMP_LINE:0:COMP_POINT} rest='' piece='' word='' head='' kept='' flag='' index
            local command='\#(program)' commands flags kind words closes
            local closed=' ' expecting='' ended=''
            local -a typed=() operands=()
            COMPREPLY=()

            # bash cuts words at the characters of COMP_WORDBREAKS, `=` and `:` among them: join them again.
            for ((index = 0; index <= COMP_CWORD; index++)); do
                rest=${line#"${line%%[![:space:]]*}"}
                piece=${COMP_WORDS[index]}
                if ((index == COMP_CWORD)); then piece=$rest; fi
                if ((index > 0)) && [[ $rest == "$line" ]]; then
                    typed[${#typed[@]} - 1]+=$piece
                else
                    typed+=("$piece")
                fi
                line=${rest#"$piece"}
            done

            \#(function)_command "$command"
            for ((index = 1; index < ${#typed[@]} - 1; index++)); do
                word=${typed[index]}
                if [[ $expecting ]]; then
                    expecting=''
                elif [[ $ended || $word != -?* ]]; then
                    if [[ ${#operands[@]} == 0 && $word && " $commands " == *" $word "* ]]; then
                        command+=" $word"
                        \#(function)_command "$command"
                    else
                        operands+=("$word")
                    fi
                elif [[ $word == -- ]]; then
                    ended=1
                else
                    flag=${word%%=*}
                    if [[ $flag != --* ]]; then flag=${word:0:2}; fi
                    \#(function)_value "$command $flag"
                    closed+="$closes "
                    if [[ $kind != none && $word == "$flag" ]]; then expecting=$flag; fi
                fi
            done

            word=${typed[${#typed[@]} - 1]}
            if [[ ${typed[index - 1]} == *[\<\>] || $word == [\<\>]* ]]; then
                kind='file' # a redirection
            elif [[ $expecting ]]; then
                \#(function)_value "$command $expecting"
            elif [[ ! $ended && $word == --*=* ]]; then
                head=${word%%=*}=
                \#(function)_value "$command ${word%%=*}"
            elif [[ ! $ended && $word == -* ]]; then
                kind=words words=''
                for flag in $flags; do
                    if [[ $closed != *" $flag "* ]]; then words+=" $flag"; fi
                done
            elif [[ $commands ]]; then
                kind=words words=''
                if [[ ${#operands[@]} == 0 ]]; then words=$commands; fi
            else
                \#(function)_value "$command operand ${#operands[@]}"
            fi

            # What bash keeps of the word, because it lies before a break, is not part of an answer.
            if [[ $piece == [=:]* && $COMP_WORDBREAKS == *"${piece:0:1}"* ]]; then piece=''; fi
            kept=${word%"$piece"}
            if [[ $kind == path && ${word#"$head"} == */* ]]; then
                kind=file
            elif [[ $kind == assigned && ${word#"$head"} == *=* ]]; then
                kind=file head=${word%=*}=
            fi
            case $kind in
            file | directory)
                # Paths are left to readline, which knows tildes and quotes. It offers none behind `=` if that is
                # not a break, and none at all if words are offered too.
                if [[ $words != "${word#"$head"}"* ]]; then words=''; fi
                if [[ $head && ! $kept ]]; then
                    compopt -o nospace 2>/dev/null
                    # readline does not quote these, so a name that the shell would evaluate is not offered.
                    while IFS= read -r piece; do
                        printf -v rest %q "$piece"
                        if [[ $rest == "$piece" ]]; then COMPREPLY+=("$head$piece"); fi
                    done < <(compgen -A "$kind" -- "${word#"$head"}")
                elif [[ $words ]]; then
                    compopt -o filenames 2>/dev/null
                    mapfile -t COMPREPLY < <(compgen -A "$kind" -- "${word#"$head"}")
                elif [[ $kind == file ]]; then
                    compopt -o default 2>/dev/null
                else
                    compopt -o dirnames 2>/dev/null
                fi
                ;;
            list)
                # The word behind the last comma. Those before it are not offered again.
                compopt -o nospace 2>/dev/null
                piece=${word#"$head"}
                if [[ $piece == *,* ]]; then
                    head+=${piece%,*},
                    rest=$words words=''
                    for flag in $rest; do
                        if [[ ,$piece, != *",$flag,"* ]]; then words+=" $flag"; fi
                    done
                fi
                ;;
            command)
                if [[ ${operands[*]} ]]; then words=''; fi
                \#(function)_command "\#(program)${operands[*]:+ ${operands[*]}}"
                words+=" $commands"
                ;;
            esac
            for flag in $words; do
                flag=$head$flag
                if [[ $flag == "$word"* ]]; then COMPREPLY+=("${flag#"$kept"}"); fi
                if [[ $flag == "$word"*: ]]; then compopt -o nospace 2>/dev/null; fi
            done
            return 0
        }

        complete -F \#(function) \#(program)
        """#
    }
}
