import type { z } from 'zod';
import { laneMayEdit } from '../../../operations/lane/laneMayEdit.js';
import { oneLine } from '../format/text.js';

type Answer<Operation extends { readonly output: z.ZodType }> = z.output<Operation['output']>;

/** What is shown to an agent before it edits, apart because it waits for that. */
export const laneMayEditTexts = {
  [laneMayEdit.name]: ({ path, reason }: Answer<typeof laneMayEdit>) => oneLine(reason ?? `${path} may be edited.`),
} as const;
