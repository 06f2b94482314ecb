import { oneLine } from './oneLine.js';

/** Cuts a text to one line of at most `length` characters, with an ellipsis. */
export function shortened(text: string, length: number): string {
  const characters = [...oneLine(text)];
  return characters.length <= length
    ? characters.join('')
    : `${characters
        .slice(0, length - 1)
        .join('')
        .trimEnd()}…`;
}
