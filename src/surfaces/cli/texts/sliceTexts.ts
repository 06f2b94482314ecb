import type { z } from 'zod';
import { sliceClose } from '../../../operations/slice/sliceClose.js';
import { sliceCommit } from '../../../operations/slice/sliceCommit.js';
import { sliceList } from '../../../operations/slice/sliceList.js';
import { slicePacket } from '../../../operations/slice/slicePacket.js';
import { sliceStart } from '../../../operations/slice/sliceStart.js';
import { advice, packetText, sliceListText, startText } from '../format/proofText.js';
import { oneLine } from '../format/text.js';
import type { View } from '../format/view.js';

type Answer<Operation extends { readonly output: z.ZodType }> = z.output<Operation['output']>;

/** What the answers of operations on slices say to a person. */
export const sliceTexts = {
  [sliceStart.name]: startText,
  [sliceCommit.name]: ({ commit, made, slice, warning }: Answer<typeof sliceCommit>, { style }: View) =>
    [
      `${made ? 'Committed' : 'Recorded commit'} ${commit.slice(0, 10)} for ${slice.ref} ${oneLine(slice.title)}.`,
      ...advice(warning, style),
    ].join('\n'),
  [sliceClose.name]: ({ slice, decision, repeated, warning }: Answer<typeof sliceClose>, { style }: View) =>
    [
      repeated
        ? `${slice.ref} is already closed (${decision.ref}).`
        : `Closed ${slice.ref} ${oneLine(slice.title)} with ${decision.ref} ${oneLine(decision.decision)}.`,
      ...advice(warning, style),
    ].join('\n'),
  [sliceList.name]: sliceListText,
  [slicePacket.name]: packetText,
} as const;
