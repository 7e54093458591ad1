/// The scripts that complete words in a shell, by asking `pace` what fits.
///
/// In the answer, an empty line stands for the names of files, and a tab separates a word from its help.
enum CompletionScript: String, CaseIterable {
  case bash, zsh, fish

  /// `command` is how the script calls `pace`, quoted.
  func text(calling command: String) -> String {
    switch self {
    case .bash: Self.bash(command)
    case .zsh: Self.zsh(command)
    case .fish: Self.fish(command)
    }
  }

  /// Bash splits words at `=` and `:`; they are joined again, and cut before the part at the cursor.
  private static func bash(_ command: String) -> String {
    #"""
    # Completes the words of pace in bash: source <(pace completions bash)
    _pace() {
      local words=() word last= line whole before
      for word in "${COMP_WORDS[@]:1:COMP_CWORD}"; do
        if [[ ${#words[@]} -gt 0 && ( $word == [=:] || $last == [=:] ) ]]; then
          words[${#words[@]}-1]+=$word
        else
          words+=("$word")
        fi
        last=$word
      done
      word=${COMP_WORDS[COMP_CWORD]}
      [[ $word == [=:] ]] && word=
      whole=${words[${#words[@]}-1]}
      before=${whole%"$word"}
      COMPREPLY=()
      while IFS= read -r line; do
        line=${line%%$'\t'*}
        if [[ -n $line ]]; then
          COMPREPLY+=("${line#"$before"}")
          [[ $line == *= ]] && compopt -o nospace 2>/dev/null
        else
          compopt -o filenames 2>/dev/null
          while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$word")
        fi
      done < <(\#(command) completions --words -- "${words[@]}" 2>/dev/null)
    }
    complete -F _pace pace

    """#
  }

  private static func zsh(_ command: String) -> String {
    #"""
    #compdef pace
    # Completes the words of pace in zsh: source <(pace completions zsh)
    _pace() {
      local line word files=
      local -a described unfinished
      while IFS= read -r line; do
        word=${line%%$'\t'*}
        if [[ -z $word ]]; then
          files=yes
        elif [[ $word == *= ]]; then
          unfinished+=("$word")
        else
          described+=("${word//:/\\:}:${${line#$word}#$'\t'}")
        fi
      done < <(\#(command) completions --words -- "${(@Q)words[2,CURRENT-1]}" "$PREFIX" 2>/dev/null)
      (( $#described )) && _describe pace described
      (( $#unfinished )) && compadd -S '' -- "${unfinished[@]}"
      [[ -n $files ]] && _files
      return 0
    }
    if [[ $funcstack[1] == _pace ]]; then _pace "$@"; else compdef _pace pace; fi

    """#
  }

  private static func fish(_ command: String) -> String {
    #"""
    # Completes the words of pace in fish: pace completions fish | source
    function __pace_complete
        set -l words (commandline -opc)
        # What is typed so far, without its quotes and backslashes; a quote that is still open can't be taken off so.
        set -l typed (commandline -ct)
        set -l current (string unescape -- $typed; or string replace -r '^["\']' '' -- $typed)
        for line in (\#(command) completions --words -- $words[2..-1] "$current" 2>/dev/null)
            if test -n "$line"
                printf '%s\n' "$line"
            else
                __fish_complete_path "$current"
            end
        end
    end
    complete -c pace -f -a '(__pace_complete)'

    """#
  }
}
