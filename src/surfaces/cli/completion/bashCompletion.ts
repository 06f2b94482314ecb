import type { CompletionModel } from './completionScript.js';

/** Supports bash 3.2 and later, without the bash-completion package. */
export function bashCompletion({ groups, commands, globalFlags, valueFlags }: CompletionModel): string {
  const globals = globalFlags.map(({ flag }) => `--${flag}`).join(' ');
  const groupCases = groups.map(
    ({ words, children }) => `    '${words}') candidates='${children.map(({ word }) => word).join(' ')} ${globals}' ;;`,
  );
  const commandCases = commands.map(({ words, flags, choices }) => {
    const all = [...choices, ...flags.map(({ flag }) => `--${flag}`), globals].join(' ');
    return `    '${words}'|'${words} '*) candidates='${all}' ;;`;
  });
  const valueCases = commands.flatMap(({ words, flags }) =>
    flags
      .filter(({ value }) => value !== 'none')
      .map(({ flag, value, choices }) => {
        const action =
          value === 'choice' ? `candidates='${choices.join(' ')}'` : value === 'file' ? 'files=-f' : 'return';
        return `    '${words}:--${flag}'|'${words} '*':--${flag}') ${action} ;;`;
      }),
  );
  const folders = globalFlags.filter(({ value }) => value === 'folder').map(({ flag }) => `--${flag}`);
  return `# Completion of stateroom for bash.
_stateroom() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev='' words='' word='' skip='' files='' candidates='' i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${COMP_WORDS[i]}"
    prev="$word"
    if [[ -n "$skip" ]]; then skip=''; continue; fi
    case "$word" in
      ${valueFlags.join('|')}) skip=1 ;;
      -*) ;;
      *) words="$words\${words:+ }$word" ;;
    esac
  done
  case "$words" in
${[...groupCases, ...commandCases].join('\n')}
  esac
  if [[ -n "$skip" ]]; then
    candidates=''
    case "$words:$prev" in
    ${folders.map(flag => `*:${flag}`).join('|')}) files=-d ;;
${valueCases.join('\n')}
    esac
  fi
  if [[ -n "$files" ]]; then
    COMPREPLY=($(compgen "$files" -- "$cur"))
  else
    COMPREPLY=($(compgen -W "$candidates" -- "$cur"))
  fi
}
complete -F _stateroom stateroom
`;
}
