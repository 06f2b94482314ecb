import type { z } from 'zod';
import { say } from '../../../messages/say.js';
import { decisionList } from '../../../operations/decision/decisionList.js';
import { decisionRecord } from '../../../operations/decision/decisionRecord.js';
import { decisionValidate } from '../../../operations/decision/decisionValidate.js';
import { decisionListText, word } from '../format/handoffText.js';
import { oneLine } from '../format/text.js';
import type { View } from '../format/view.js';

type Answer<Operation extends { readonly output: z.ZodType }> = z.output<Operation['output']>;

/** What the answers of operations on decisions say to a person. */
export const decisionTexts = {
  [decisionRecord.name]: (
    { decision, recorded, differs = [], warning }: Answer<typeof decisionRecord>,
    { style }: View,
  ) => {
    const name = `${decision.ref} ${oneLine(decision.decision)}`;
    const kept = differs.length === 0 ? '' : ` It was not changed; your ${differs.map(word).join(', ')} would differ.`;
    return [
      recorded ? `Recorded ${name}.` : `${name} already exists.${kept}`,
      ...(warning === undefined ? [] : [style.yellow(`  ${oneLine(warning)}`)]),
    ].join('\n');
  },
  [decisionList.name]: decisionListText,
  [decisionValidate.name]: (
    { valid, problems, suggestion, warning }: Answer<typeof decisionValidate>,
    { style }: View,
  ) =>
    [
      valid ? style.green('The name is valid.') : style.red('The name is not valid:'),
      ...problems.map(problem => `  ${oneLine(say(problem))}`),
      ...(suggestion === undefined ? [] : [`Suggested name: ${oneLine(suggestion)}`]),
      ...(warning === undefined ? [] : [style.yellow(`  ${oneLine(warning)}`)]),
    ].join('\n'),
} as const;
