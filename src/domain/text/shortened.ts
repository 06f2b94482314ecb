import { oneLine } from './oneLine.js';

/** At most `length` characters of one line, with an ellipsis where it was cut. */
export function shortened(text: string, length: number): string {
  const characters = [...oneLine(text)];
  return characters.length <= length
    ? characters.join('')
    : `${characters
        .slice(0, length - 1)
        .join('')
        .trimEnd()}…`;
}
