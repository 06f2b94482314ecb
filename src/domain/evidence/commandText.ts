/**
 * A command as one types it: a single entry is a line for the shell already; words are quoted where a shell would read
 * them as something else.
 */
export function commandText(command: readonly string[]): string {
  if (command.length === 1) return command[0]?.trim() ?? '';
  return command.map(quote).join(' ');
}

function quote(word: string): string {
  return /^[\w./:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
