import { redactionMark } from '../text/redactionMark.js';

/**
 * A command as one types it: a single entry is a line for the shell already; words are quoted where a shell would read
 * them as something else.
 */
export function commandText(command: readonly string[]): string {
  if (command.length === 1) return command[0]?.trim() ?? '';
  return command.map(quote).join(' ');
}

/** True of the text of a command in which a secret was redacted: what exactly was run is not known any more. */
export function isMasked(text: string): boolean {
  return text.includes(redactionMark);
}

function quote(word: string): string {
  return /^[\w./:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
