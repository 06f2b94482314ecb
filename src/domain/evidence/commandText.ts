import { redactionMark } from '../text/redactionMark.js';

/** Formats a command as typed: a single entry is already a shell line; several words are quoted as needed. */
export function commandText(command: readonly string[]): string {
  if (command.length === 1) return command[0]?.trim() ?? '';
  return command.map(quote).join(' ');
}

/** True if a secret was redacted, so the exact command is unknown. */
export function isMasked(text: string): boolean {
  return text.includes(redactionMark);
}

function quote(word: string): string {
  return /^[\w./:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
