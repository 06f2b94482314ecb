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
      ok ? style.green('The store is sound.') : style.red('The store is not sound.'),
      ...[...problems, ...warnings].map(text => `  ${oneLine(say(text))}`),
      `  ${count(numbers.workItems, 'work item', 'work items')}, ${count(numbers.events, 'event', 'events')}, ${count(numbers.commits, 'commit', 'commits')}, generation ${numbers.generation}, journal ${size(numbers.journalBytes)}, snapshot ${size(numbers.snapshotBytes)}`,
      ...(ignored.length === 0
        ? []
        : [
            '  Ignored files in the store’s folder; nothing was done for them:',
            ...ignored.map(({ file, reason }) => `    ${oneLine(file)}: ${oneLine(reason)}.`),
          ]),
    ].join('\n'),
  [storeCompact.name]: ({ generation, snapshotFile, snapshotBytes }: Answer<typeof storeCompact>) =>
    `Generation ${generation} begins from ${snapshotFile} (${size(snapshotBytes)}).`,
  [storeBackup.name]: ({ file, bytes, commits, contents: { held, missing } }: Answer<typeof storeBackup>) =>
    [
      `Backed up ${count(commits, 'commit', 'commits')} to ${file} (${size(bytes)}).`,
      ...(held === 0
        ? []
        : [`  With ${count(held, 'message', 'messages')} that ${held === 1 ? 'lies' : 'lie'} in files.`]),
      ...(missing === 0
        ? []
        : [`  Without ${count(missing, 'message', 'messages')} whose files are gone or were changed.`]),
    ].join('\n'),
  [storeRestore.name]: ({ keptAs }: Answer<typeof storeRestore>) => `Restored. What was there is kept as ${keptAs}.`,
  [storeExport.name]: ({ file, bytes }: Answer<typeof storeExport>) =>
    `Exported to ${file} (${size(bytes)}), plain SQLite.`,
  [storeQuery.name]: (result: Answer<typeof storeQuery>, view: View) =>
    `${queryTable(result, view)}\n${view.style.dim(
      `${count(result.rows.length, 'row', 'rows')}${result.truncated ? '; there are more, see --limit' : ''}`,
    )}`,
  [storePath.name]: ({ location, state, reason, hint }: Answer<typeof storePath>, { style }: View) =>
    [
      `${location}  ${style.dim(state === 'absent' ? 'absent; the first write makes it' : state)}`,
      ...[reason, hint].flatMap(text => (text === undefined ? [] : [`  ${oneLine(say(text))}`])),
    ].join('\n'),
} as const;
