import type { z } from 'zod';
import { compactionLatest } from '../../../operations/compaction/compactionLatest.js';
import { compactionPacket } from '../../../operations/compaction/compactionPacket.js';
import { compactionRecord } from '../../../operations/compaction/compactionRecord.js';
import { compactionSettings } from '../../../operations/compaction/compactionSettings.js';
import { compactionPage, word } from '../format/handoffText.js';
import { manyLines, oneLine } from '../format/text.js';
import type { View } from '../format/view.js';

type Answer<Operation extends { readonly output: z.ZodType }> = z.output<Operation['output']>;

/** What the answers of operations on compactions say to a person. */
export const compactionTexts = {
  [compactionRecord.name]: ({ compaction }: Answer<typeof compactionRecord>) => `Recorded ${oneLine(compaction.key)}.`,
  [compactionLatest.name]: ({ compaction }: Answer<typeof compactionLatest>, view: View) =>
    compaction === null ? 'No compaction was recorded.' : compactionPage(compaction, view),
  [compactionPacket.name]: ({ packet, enabled }: Answer<typeof compactionPacket>) => {
    if (!enabled) return 'Compaction is off. Turn it on: stateroom compaction settings --enabled';
    return packet === '' ? 'The session already has this packet.' : manyLines(packet).join('\n');
  },
  [compactionSettings.name]: ({ enabled, source, thresholds }: Answer<typeof compactionSettings>) =>
    `Compaction is ${enabled ? 'on' : 'off'} (${word(source)}), starting at ${thresholds.tokens.toLocaleString('en')} tokens or ${thresholds.characters.toLocaleString('en')} characters.`,
} as const;
