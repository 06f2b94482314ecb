import type { hooksOperations } from '../../../operations/hooks/hooksOperations.generated.js';
import type { TextsOf } from './resultText.js';
import { oneLine } from './text.js';

/** Texts of a running hook, silent if all is well; a separate file because git waits for it to load. */
export const texts: TextsOf<typeof hooksOperations> = {
  hooksRun: ({ lines }) => lines.map(line => `${/^ */.exec(line)}${oneLine(line)}`).join('\n'),
};
