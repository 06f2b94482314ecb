import type { CompletionFlag, CompletionModel } from './completionScript.js';

/** Supports zsh 5, as an autoloaded `_stateroom` or sourced after compinit. */
export function zshCompletion({ groups, commands, globalFlags, valueFlags }: CompletionModel): string {
  const globals = globalFlags.map(optionSpec);
  const groupCases = groups.map(({ words, children }) => {
    const items = children.map(({ word, summary }) => quote(`${word}:${summary}`)).join(' ');
    return `    ${quote(words)})\n      candidates=(${items})\n      _describe -t commands command candidates\n      return ;;`;
  });
  const commandCases = commands.map(({ words, flags, choices }) => {
    const rest = choices.length > 0 ? quote(`*:choice:(${choices.join(' ')})`) : quote('*:argument:_default');
    const specs = [...flags.map(optionSpec), rest].join(' ');
    const pattern = `${quote(words)}|${quote(`${words} `)}*`;
    return `    ${pattern})\n      _arguments -S $globals ${specs}\n      return ;;`;
  });
  return `#compdef stateroom
# Completion of stateroom for zsh.
_stateroom() {
  local -a candidates globals
  local path_words='' skip='' i word
  globals=(${globals.join(' ')})
  for ((i = 2; i < CURRENT; i++)); do
    word="\${words[i]}"
    if [[ -n "$skip" ]]; then skip=''; continue; fi
    case "$word" in
      ${valueFlags.join('|')}) skip=1 ;;
      -*) ;;
      *) path_words="$path_words\${path_words:+ }$word" ;;
    esac
  done
  if [[ "\${words[CURRENT]}" == -* && -z "$path_words" ]]; then
    _arguments -S $globals
    return
  fi
  case "$path_words" in
${[...groupCases, ...commandCases].join('\n')}
  esac
}
if [[ "$funcstack[1]" == _stateroom ]]; then
  _stateroom "$@"
else
  compdef _stateroom stateroom
fi
`;
}

function optionSpec({ flag, summary, value, choices, list }: CompletionFlag): string {
  const text = summary.replace(/[[\]\\]/g, '');
  const action =
    value === 'choice'
      ? `:${flag}:(${choices.join(' ')})`
      : value === 'folder'
        ? `:${flag}:_files -/`
        : value === 'file'
          ? `:${flag}:_files`
          : `:${flag}: `;
  return quote(value === 'none' ? `--${flag}[${text}]` : `${list ? '*' : ''}--${flag}=[${text}]${action}`);
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
