import type { z } from 'zod';
import { actionAdd } from '../../../operations/action/actionAdd.js';
import { actionComplete } from '../../../operations/action/actionComplete.js';
import { actionList } from '../../../operations/action/actionList.js';
import { actionSkip } from '../../../operations/action/actionSkip.js';
import { actionUpdate } from '../../../operations/action/actionUpdate.js';
import { actionListText } from '../format/handoffText.js';
import { oneLine } from '../format/text.js';

type Answer<Operation extends { readonly output: z.ZodType }> = z.output<Operation['output']>;

/** What the answers of operations on next actions say to a person. */
export const actionTexts = {
  [actionAdd.name]: ({ action }: Answer<typeof actionAdd>) => `Added ${action.ref} ${oneLine(action.action)}.`,
  [actionUpdate.name]: ({ action }: Answer<typeof actionAdd>) => `Changed ${action.ref} ${oneLine(action.action)}.`,
  [actionComplete.name]: ({ action }: Answer<typeof actionAdd>) => `Done: ${action.ref} ${oneLine(action.action)}.`,
  [actionSkip.name]: ({ action }: Answer<typeof actionAdd>) => `Skipped ${action.ref} ${oneLine(action.action)}.`,
  [actionList.name]: actionListText,
} as const;
