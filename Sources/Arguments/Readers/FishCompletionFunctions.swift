/// The part of the fish script that is the same for every program except for its name.
enum FishCompletionFunctions {
    static func source(program: String) -> String {
        #"""
        # The words of the command line before the cursor, from the program's own on.
        function __\#(program)_words
            set -l words (commandline -opc)
            while string match -q -- '*=*' $words[1]
                set -e words[1]
            end
            printf '%s\n' $words
        end

        # The path of the command at hand.
        function __\#(program)_command
            set -l words (__\#(program)_words)
            set -l command \#(program)
            for word in $words[2..-1]
                set -l next (__\#(program)_below $command | string match -- "$word"\t'*')
                or break
                set -a command $word
            end
            echo "$command"
        end

        # Whether it is this one. fish asks once for each flag of the program: the answer is kept for the line.
        function __\#(program)_at
            set -l line (commandline -cp)
            if test "$line" != "$__\#(program)_line"
                set -g __\#(program)_line "$line"
                set -g __\#(program)_at_hand (__\#(program)_command)
            end
            test "$__\#(program)_at_hand" = "$argv"
        end

        # Whether one of these flags stands before the cursor. A flag whose value is at hand does not yet.
        function __\#(program)_given
            set -l words (__\#(program)_words)
            if contains -- $words[-1] (__\#(program)_valued)
                set -e words[-1]
            end
            for flag in $argv
                set -l attached "$flag=*"
                if not string match -q -- '--*' $flag
                    set attached "$flag*"
                end
                if string match -q -- $flag $words; or string match -q -- $attached $words
                    return 0
                end
            end
            return 1
        end

        # The operands of the command at hand that stand before the cursor.
        function __\#(program)_operands
            set -l words (__\#(program)_words)
            set -l command (string split ' ' -- (__\#(program)_command))
            set -l valued (__\#(program)_valued)
            set -e words[1..(count $command)]
            set -l is_value
            set -l is_ended
            for word in $words
                if test -n "$is_value"
                    set is_value
                else if test -n "$is_ended"; or test "$word" = -; or not string match -q -- '-*' $word
                    printf '%s\n' $word
                else if test "$word" = --
                    set is_ended 1
                else if contains -- $word $valued
                    set is_value 1
                end
            end
        end

        # The words of a list with commas, behind those that are typed already.
        function __\#(program)_list
            set -l typed (string replace -r -- '^--[^=]*=' '' (commandline -ct))
            set -l words (string split , -- $typed)
            set -e words[-1]
            for word in $argv
                if not contains -- $word $words
                    string join , -- $words $word
                end
            end
        end

        # Whether so many operands stand: `__\#(program)_operand -eq 0`.
        function __\#(program)_operand
            test (count (__\#(program)_operands)) $argv
        end
        """#
    }
}
