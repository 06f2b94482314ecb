import type { hooksOperations } from '../../../operations/hooks/hooksOperations.generated.js';
import type { TextsOf } from './resultText.js';
import { oneLine } from './text.js';

/** Silent if all is well; a separate file because git waits for it to load. */
export const texts: TextsOf<typeof hooksOperations> = {
  hooksRun: ({ lines }) => lines.map(line => `${/^ */.exec(line)}${oneLine(line)}`).join('\n'),
};
