import { type ImportFormat, importFormats, isDatabaseFormat } from '../../domain/import/formats.js';
import type { Reading, SourceFile } from '../../domain/import/imported.js';
import { readLimits, tooMany } from '../../domain/import/limits.js';
import {
  backlogFolders,
  backlogTaskFolders,
  databaseFiles,
  formatOf,
  readers,
  trackerFiles,
} from '../../domain/import/readers.js';
import { type RefusalError, refusalError } from '../../domain/refusal/refusal.js';
import { message } from '../../messages/message.js';
import { kindOfPath, namesIn, readUtf8, sizeOfFile } from '../../platform/textFiles.js';
import type { Store } from '../../store/store.js';
import { isDatabaseFile, readDatabase } from './importDatabase.js';

export interface ImportSource {
  readonly format: ImportFormat;
  readonly files: number;
  readonly reading: Reading;
}

/** Reads an absolute path, displayed as `shown`; refuses a missing or unreadable one. */
export async function readSource(
  store: Store,
  path: string,
  shown: string,
  wanted?: ImportFormat,
): Promise<ImportSource> {
  const kind = await kindOfPath(path);
  if (kind === undefined) throw unreadable(shown, 'imports.notThere');
  if (kind === 'other') throw unreadable(shown, 'imports.notRegular');
  if (kind === 'folder') return readFolder(store, path, shown.replace(/[\\/]+$/, ''), wanted);
  const named = databaseFiles[path.split(/[\\/]/).at(-1) ?? ''];
  const isDatabase = wanted === undefined ? named !== undefined : isDatabaseFormat(wanted);
  if (isDatabase || (wanted === undefined && (await isDatabaseFile(path)))) {
    return readDatabase(store, path, shown, wanted !== undefined && isDatabaseFormat(wanted) ? wanted : named);
  }
  await throwIfLarge([path], shown);
  const file = await readSourceFile(path, shown);
  const format = wanted ?? formatOf({ ...file, name: path });
  if (format === undefined) {
    throw refusalError('invalid_input', message('imports.unknownFormat', { path: shown }), { hint: chooseFormat });
  }
  return readTexts(format, [file]);
}

function readTexts(format: ImportFormat, files: readonly SourceFile[]): ImportSource {
  if (isDatabaseFormat(format)) throw new Error(`${format} is read from a database.`);
  return { format, files: files.length, reading: readers[format](files) };
}

async function readFolder(
  store: Store,
  folder: string,
  shown: string,
  wanted: ImportFormat | undefined,
): Promise<ImportSource> {
  const found: { format: ImportFormat; names: string[] }[] = [];
  for (const [format, candidates] of trackerFiles) {
    const name = await firstFile(folder, candidates);
    if (name !== undefined) found.push({ format, names: [name] });
  }
  const tasks = await backlogTasks(folder);
  if (tasks.files.length > 0) found.push({ format: 'backlog', names: tasks.files });
  const matching = found.filter(({ format }) => wanted === undefined || format === wanted);
  const [chosen] = matching;
  if (chosen === undefined) throw await nothingIn(folder, shown);
  if (matching.length > 1) {
    const formats = matching.map(({ format }) => format).join(', ');
    throw refusalError('invalid_input', message('imports.severalTrackers', { path: shown, formats }), {
      hint: message('imports.chooseFormat', { formats }),
    });
  }
  const prefix = shown === '.' ? '' : `${shown}/`;
  const { format, names } = chosen;
  const [first = ''] = names;
  if (isDatabaseFormat(format)) return readDatabase(store, `${folder}/${first}`, `${prefix}${first}`, format);
  await throwIfLarge(
    names.map(name => `${folder}/${name}`),
    shown,
  );
  const files = names.map(name => readSourceFile(`${folder}/${name}`, `${prefix}${name}`));
  const source = readTexts(format, await Promise.all(files));
  if (format !== 'backlog' || tasks.others === 0) return source;
  const leftOut = { ...source.reading.leftOut, '.md that is not a regular file': tasks.others };
  return { ...source, reading: { ...source.reading, leftOut } };
}

async function firstFile(folder: string, candidates: readonly string[]): Promise<string | undefined> {
  for (const name of candidates) if ((await kindOfPath(`${folder}/${name}`)) === 'file') return name;
  return undefined;
}

/** Task files of the first folder with any, relative to `folder`, and the number of other entries with such names. */
async function backlogTasks(folder: string): Promise<{ files: string[]; others: number }> {
  for (const backlog of backlogFolders) {
    const files: string[] = [];
    let others = 0;
    for (const tasks of backlogTaskFolders) {
      const place = backlog === '' ? tasks : `${backlog}/${tasks}`;
      for (const name of await namesIn(`${folder}/${place}`)) {
        if (!name.endsWith('.md')) continue;
        if ((await kindOfPath(`${folder}/${place}/${name}`)) === 'file') files.push(`${place}/${name}`);
        else others += 1;
      }
    }
    if (files.length > 0) return { files, others };
  }
  return { files: [], others: 0 };
}

async function nothingIn(folder: string, shown: string): Promise<RefusalError> {
  if (folder.endsWith('/.beads') || (await kindOfPath(`${folder}/.beads`)) === 'folder') {
    const hint = message('imports.beadsFileMissingHint');
    return refusalError('invalid_input', message('imports.beadsFileMissing', { path: shown }), { hint });
  }
  return refusalError('invalid_input', message('imports.nothingFound', { path: shown }));
}

/** Refuses text files that are too large together, before they are read. */
async function throwIfLarge(paths: readonly string[], shown: string): Promise<void> {
  if (paths.length > readLimits.entries) throw tooMany('entries', readLimits.entries);
  let size = 0;
  for (const path of paths) size += (await sizeOfFile(path)) ?? 0;
  if (size <= readLimits.textBytes) return;
  const reason = message('imports.tooLargeDatabase', { megabytes: readLimits.textBytes / 1024 / 1024 });
  throw refusalError('invalid_input', message('imports.unreadable', { file: shown, reason }), {
    hint: 'imports.tooLargeHint',
  });
}

async function readSourceFile(path: string, shown: string): Promise<SourceFile> {
  const text = await readUtf8(path).catch(() => undefined);
  if (text === undefined) throw unreadable(shown, 'imports.notText');
  return { name: shown, text };
}

export const chooseFormat = message('imports.chooseFormat', { formats: importFormats.join(', ') });

function unreadable(file: string, reason: 'imports.notThere' | 'imports.notRegular' | 'imports.notText'): RefusalError {
  return refusalError('invalid_input', message('imports.unreadable', { file, reason: message(reason) }));
}
