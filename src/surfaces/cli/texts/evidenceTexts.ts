import type { z } from 'zod';
import { visibleJson } from '../../../domain/text/visibleText.js';
import { evidenceList } from '../../../operations/evidence/evidenceList.js';
import { evidenceReceipt } from '../../../operations/evidence/evidenceReceipt.js';
import { evidenceRecord } from '../../../operations/evidence/evidenceRecord.js';
import { evidenceRun } from '../../../operations/evidence/evidenceRun.js';
import { evidenceShow } from '../../../operations/evidence/evidenceShow.js';
import { evidenceListText, showText, verdictWord } from '../format/proofText.js';
import { oneLine } from '../format/text.js';
import type { View } from '../format/view.js';

type Answer<Operation extends { readonly output: z.ZodType }> = z.output<Operation['output']>;

/** What the answers of operations on evidence say to a person. */
export const evidenceTexts = {
  [evidenceRun.name]: ({ evidence, treeChanged }: Answer<typeof evidenceRun>, view: View) =>
    [
      `${evidence.ref} ${verdictWord(evidence, view)}: ${oneLine(evidence.command)}`,
      ...(treeChanged
        ? [
            view.style.yellow(
              '  The command changed files in the worktree, so this is not evidence for any tree. Make git ignore the files it writes.',
            ),
          ]
        : []),
    ].join('\n'),
  [evidenceRecord.name]: ({ evidence }: Answer<typeof evidenceRecord>, view: View) =>
    `Recorded ${evidence.ref}, ${evidence.grade}: ${verdictWord(evidence, view)}, ${oneLine(evidence.command)}.`,
  [evidenceReceipt.name]: ({ receipt, publicKey }: Answer<typeof evidenceReceipt>) =>
    `${visibleJson(receipt)}\nFor gate.ciKeys: ${publicKey}`,
  [evidenceList.name]: evidenceListText,
  [evidenceShow.name]: showText,
} as const;
