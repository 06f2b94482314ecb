import type { Texts } from '../../src/surfaces/cli/format/resultText.js';
import { loadTexts } from '../../src/surfaces/cli/loadTexts.generated.js';

/** How the answers of all groups are told, which the program loads one at a time. */
export const everyText: Texts = Object.assign(
  {},
  ...(await Promise.all(Object.values(loadTexts).map(async load => (await load()).texts))),
);
