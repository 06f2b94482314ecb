import { say } from '../../../messages/say.js';
import type { storeBackup } from '../../../operations/store/storeBackup.js';
import type { storeCheck } from '../../../operations/store/storeCheck.js';
import type { storeCompact } from '../../../operations/store/storeCompact.js';
import type { storeExport } from '../../../operations/store/storeExport.js';
import type { storePath } from '../../../operations/store/storePath.js';
import type { storeQuery } from '../../../operations/store/storeQuery.js';
import type { storeRestore } from '../../../operations/store/storeRestore.js';
import { queryTable } from './plainText.js';
import { type Answer, type Texts, textsOf } from './resultText.js';
import { oneLine } from './text.js';
import { count } from './view.js';

/** What operations on the store say to a person. */
export const texts: Texts = {
  ...textsOf('store', {
    check: ({ ok, problems, warnings = [], ignored, ...numbers }: Answer<typeof storeCheck>, { style }) =>
      [
        ok ? style.green('The store is valid.') : style.red('The store is damaged.'),
        ...[...problems, ...warnings].map(text => `  ${oneLine(say(text))}`),
        `  ${count(numbers.workItems, 'work item')}, ${count(numbers.events, 'event')}, ${count(numbers.commits, 'commit')}, generation ${numbers.generation}, journal ${size(numbers.journalBytes)}, snapshot ${size(numbers.snapshotBytes)}`,
        ...ignoredLines(ignored).map(line => `  ${line}`),
      ].join('\n'),
    compact: ({ generation, snapshotFile, snapshotBytes }: Answer<typeof storeCompact>) =>
      `Compacted: generation ${generation} starts from ${snapshotFile} (${size(snapshotBytes)}).`,
    backup: ({ file, bytes, commits, contents: { held, missing } }: Answer<typeof storeBackup>) =>
      [
        `Backed up ${count(commits, 'commit')} to ${file} (${size(bytes)}).`,
        ...(held === 0 ? [] : [`  Includes ${count(held, 'message')} stored in files.`]),
        ...(missing === 0 ? [] : [`  Missing: ${count(missing, 'message')} whose files were deleted or changed.`]),
      ].join('\n'),
    restore: ({ keptAs }: Answer<typeof storeRestore>) => `Restored. The previous state is kept as ${keptAs}.`,
    export: ({ file, bytes }: Answer<typeof storeExport>) => `Exported to ${file} (${size(bytes)}), plain SQLite.`,
    query: (result: Answer<typeof storeQuery>, view) => {
      const more = result.truncated ? '; for more, use --limit' : '';
      return `${queryTable(result, view)}\n${view.style.dim(`${count(result.rows.length, 'row')}${more}`)}`;
    },
    path: ({ location, state, reason, hint }: Answer<typeof storePath>, { style }) =>
      [
        `${location}  ${style.dim(state === 'absent' ? 'absent; the first write creates it' : state)}`,
        ...[reason, hint].flatMap(text => (text === undefined ? [] : [`  ${oneLine(say(text))}`])),
      ].join('\n'),
  }),
};

/** Files beside the store that nobody believes; no line where there are none. */
export function ignoredLines(ignored: readonly { readonly file: string; readonly reason: string }[]): string[] {
  if (ignored.length === 0) return [];
  return [
    'Ignored files in the store’s folder:',
    ...ignored.map(({ file, reason }) => `  ${oneLine(file)}: ${oneLine(reason)}.`),
  ];
}

function size(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  return bytes < 1024 * 1024 ? `${Math.round(bytes / 1024)} kB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
