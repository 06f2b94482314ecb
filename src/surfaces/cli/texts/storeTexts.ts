import type { z } from 'zod';
import { say } from '../../../messages/say.js';
import { storeBackup } from '../../../operations/store/storeBackup.js';
import { storeCheck } from '../../../operations/store/storeCheck.js';
import { storeCompact } from '../../../operations/store/storeCompact.js';
import { storeExport } from '../../../operations/store/storeExport.js';
import { storePath } from '../../../operations/store/storePath.js';
import { storeQuery } from '../../../operations/store/storeQuery.js';
import { storeRestore } from '../../../operations/store/storeRestore.js';
import { count, size } from '../format/answerWords.js';
import { queryTable } from '../format/plainText.js';
import { oneLine } from '../format/text.js';
import type { View } from '../format/view.js';

type Answer<Operation extends { readonly output: z.ZodType }> = z.output<Operation['output']>;

/** What the answers of operations on the store say to a person. */
export const storeTexts = {
  [storeCheck.name]: (
    { ok, problems, warnings = [], ignored, ...numbers }: Answer<typeof storeCheck>,
    { style }: View,
  ) =>
    [
      ok ? style.green('The store is valid.') : style.red('The store is damaged.'),
      ...[...problems, ...warnings].map(text => `  ${oneLine(say(text))}`),
      `  ${count(numbers.workItems, 'work item', 'work items')}, ${count(numbers.events, 'event', 'events')}, ${count(numbers.commits, 'commit', 'commits')}, generation ${numbers.generation}, journal ${size(numbers.journalBytes)}, snapshot ${size(numbers.snapshotBytes)}`,
      ...(ignored.length === 0
        ? []
        : [
            '  Ignored files in the store’s folder:',
            ...ignored.map(({ file, reason }) => `    ${oneLine(file)}: ${oneLine(reason)}.`),
          ]),
    ].join('\n'),
  [storeCompact.name]: ({ generation, snapshotFile, snapshotBytes }: Answer<typeof storeCompact>) =>
    `Compacted: generation ${generation} starts from ${snapshotFile} (${size(snapshotBytes)}).`,
  [storeBackup.name]: ({ file, bytes, commits, contents: { held, missing } }: Answer<typeof storeBackup>) =>
    [
      `Backed up ${count(commits, 'commit', 'commits')} to ${file} (${size(bytes)}).`,
      ...(held === 0 ? [] : [`  Includes ${count(held, 'message', 'messages')} stored in files.`]),
      ...(missing === 0
        ? []
        : [`  Missing: ${count(missing, 'message', 'messages')} whose files were deleted or changed.`]),
    ].join('\n'),
  [storeRestore.name]: ({ keptAs }: Answer<typeof storeRestore>) =>
    `Restored. The previous state is kept as ${keptAs}.`,
  [storeExport.name]: ({ file, bytes }: Answer<typeof storeExport>) =>
    `Exported to ${file} (${size(bytes)}), plain SQLite.`,
  [storeQuery.name]: (result: Answer<typeof storeQuery>, view: View) =>
    `${queryTable(result, view)}\n${view.style.dim(
      `${count(result.rows.length, 'row', 'rows')}${result.truncated ? '; for more, use --limit' : ''}`,
    )}`,
  [storePath.name]: ({ location, state, reason, hint }: Answer<typeof storePath>, { style }: View) =>
    [
      `${location}  ${style.dim(state === 'absent' ? 'absent; the first write creates it' : state)}`,
      ...[reason, hint].flatMap(text => (text === undefined ? [] : [`  ${oneLine(say(text))}`])),
    ].join('\n'),
} as const;
