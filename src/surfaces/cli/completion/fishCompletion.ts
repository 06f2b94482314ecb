import type { CompletionFlag, CompletionModel } from './completionScript.js';

/** Supports fish 3. */
export function fishCompletion({ groups, commands, globalFlags, valueFlags }: CompletionModel): string {
  const lines = [
    ...globalFlags.map(flag => `complete -c stateroom ${option(flag)}`),
    ...groups.flatMap(({ words, children }) =>
      children.map(
        ({ word, summary }) =>
          `complete -c stateroom -n ${quote(`__stateroom_at ${quote(words)}`)} -f -a ${quote(word)} -d ${quote(summary)}`,
      ),
    ),
    ...commands.flatMap(({ words, flags, choices }) => {
      const condition = `-n ${quote(`__stateroom_in ${quote(words)}`)}`;
      return [
        ...flags.map(flag => `complete -c stateroom ${condition} ${option(flag)}`),
        ...(choices.length > 0 ? [`complete -c stateroom ${condition} -f -a ${quote(choices.join(' '))}`] : []),
      ];
    }),
  ];
  return `# Completion of stateroom for fish.
function __stateroom_words
    set -l skip 0
    set -l found
    for word in (commandline -opc)[2..-1]
        if test $skip -eq 1
            set skip 0
        else if contains -- $word ${valueFlags.join(' ')}
            set skip 1
        else if not string match -q -- '-*' $word
            set -a found $word
        end
    end
    string join ' ' -- $found
end
function __stateroom_at
    test (__stateroom_words | string collect; or echo '') = "$argv[1]"
end
function __stateroom_in
    set -l words (__stateroom_words | string collect; or echo '')
    test "$words" = "$argv[1]"; or string match -q -- "$argv[1] *" "$words"
end
${lines.join('\n')}
`;
}

function option({ flag, summary, value, choices }: CompletionFlag): string {
  const parts = ['-l', flag];
  if (value === 'none') parts.push('-f');
  else if (value === 'choice') parts.push('-x', '-a', quote(choices.join(' ')));
  else if (value === 'folder') parts.push('-x', '-a', quote('(__fish_complete_directories)'));
  else parts.push(value === 'file' ? '-r' : '-x');
  return [...parts, '-d', quote(summary)].join(' ');
}

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
