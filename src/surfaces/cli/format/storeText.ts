import { say } from '../../../messages/say.js';
import type { storeOperations } from '../../../operations/store/storeOperations.generated.js';
import { queryTable } from './plainText.js';
import type { TextsOf } from './resultText.js';
import { oneLine } from './text.js';
import { count } from './view.js';

const repairWords = { found: 'can be repaired', repaired: 'repaired', left: 'a person decides' } as const;

export const texts: TextsOf<typeof storeOperations> = {
  storeCheck: ({ ok, problems, brokenArchives = 0, warnings = [], ignored, ...numbers }, { style }) =>
    [
      ok ? style.green('The store is valid.') : style.red(brokenWords(problems.length, brokenArchives)),
      ...[...problems, ...warnings].map(text => `  ${oneLine(say(text))}`),
      `  ${count(numbers.workItems, 'work item')}, ${count(numbers.events, 'event')}, ${count(numbers.commits, 'commit')}, generation ${numbers.generation}, journal ${size(numbers.journalBytes)}, snapshot ${size(numbers.snapshotBytes)}`,
      ...ignoredLines(ignored).map(line => `  ${line}`),
    ].join('\n'),
  storeCompact: ({ generation, snapshotFile, snapshotBytes }) =>
    `Compacted: generation ${generation} starts from ${snapshotFile} (${size(snapshotBytes)}).`,
  storeArchive: ({ workItems, tasks, lanes, events, files, bytes }, { style }) => {
    const ended = `${count(workItems, 'work item')}, ${count(tasks, 'task')} and ${count(lanes, 'lane')}`;
    if (workItems + tasks + lanes === 0)
      return 'Nothing to archive: no work ended before that time, or open work refers to it.';
    if (files.length === 0) return `Would archive ${ended}. Nothing was changed.`;
    return [
      `Archived ${ended} with ${count(events, 'event')}. The store has ${size(bytes.after)} now (before: ${size(bytes.before)}).`,
      ...files.map(file => `  archive/${file}`),
      style.dim('  Read them with --archived: stateroom queue list --archived. Backups include them.'),
    ].join('\n');
  },
  storeBackup: ({ file, bytes, commits, contents, archives }) =>
    [
      `Backed up ${count(commits, 'commit')} to ${file} (${size(bytes)}).`,
      ...besideLines('message', contents),
      ...besideLines('archive', archives),
    ].join('\n'),
  storeRepair: ({ threads }) =>
    threads.length === 0
      ? 'Every work item agrees with its tasks and lanes.'
      : [
          ...threads.map(({ text, outcome }) => `${oneLine(say(text))} (${repairWords[outcome]})`),
          ...(threads.some(({ outcome }) => outcome === 'found')
            ? ['Mend them with `stateroom store repair --threads --yes`.']
            : []),
        ].join('\n'),
  storeUpdate: ({ updated, pending }) => {
    if (updated) return 'Updated. Programs of an older version that have the store open must be restarted.';
    return pending === null
      ? 'The store is up to date.'
      : `${say(pending)} Apply it now with \`stateroom store update --now\`.`;
  },
  storeRestore: ({ keptAs }) => `Restored. The previous state is kept as ${keptAs}.`,
  storeExport: ({ file, bytes }) => `Exported to ${file} (${size(bytes)}), plain SQLite.`,
  storeQuery: (result, view) => {
    const more = result.truncated ? '; for more, use --limit' : '';
    return `${queryTable(result, view)}\n${view.style.dim(`${count(result.rows.length, 'row')}${more}`)}`;
  },
  storePath: ({ location, state, reason, hint }, { style }) =>
    [
      `${location}  ${style.dim(state === 'absent' ? 'absent; the first write creates it' : state)}`,
      ...[reason, hint].flatMap(text => (text === undefined ? [] : [`  ${oneLine(say(text))}`])),
    ].join('\n'),
};

function brokenWords(problems: number, archives: number): string {
  if (problems > archives) return 'The store is damaged.';
  return archives === 1 ? 'An archive is missing or was changed.' : `${archives} archives are missing or were changed.`;
}

export function ignoredLines(ignored: readonly { readonly file: string; readonly reason: string }[]): string[] {
  if (ignored.length === 0) return [];
  return [
    'Ignored files in the store’s folder:',
    ...ignored.map(({ file, reason }) => `  ${oneLine(file)}: ${oneLine(reason)}.`),
  ];
}

function besideLines(name: string, { held, missing }: { readonly held: number; readonly missing: number }): string[] {
  return [
    ...(held === 0 ? [] : [`  Includes ${count(held, name)} stored in files.`]),
    ...(missing === 0 ? [] : [`  Missing: ${count(missing, name)} whose files were deleted or changed.`]),
  ];
}

function size(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  return bytes < 1024 * 1024 ? `${Math.round(bytes / 1024)} kB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
