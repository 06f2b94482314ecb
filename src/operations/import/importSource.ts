import { type ImportFormat, importFormats } from '../../domain/import/formats.js';
import type { SourceFile } from '../../domain/import/imported.js';
import {
  backlogFolders,
  backlogTaskFolders,
  formatOf,
  trackerDatabases,
  trackerFiles,
} from '../../domain/import/readers.js';
import { type RefusalError, refusalError } from '../../domain/refusal/refusal.js';
import { message } from '../../messages/message.js';
import { kindOfPath, namesIn, readUtf8 } from '../../platform/textFiles.js';

export interface ImportSource {
  readonly format: ImportFormat;
  readonly files: readonly SourceFile[];
}

/** The files to import from an absolute path, which people know as `shown`; throws a refusal where there are none. */
export async function readSource(path: string, shown: string, wanted?: ImportFormat): Promise<ImportSource> {
  const kind = await kindOfPath(path);
  if (kind === undefined) throw unreadable(shown, 'imports.notThere');
  if (kind === 'folder') return readFolder(path, shown.replace(/[\\/]+$/, ''), wanted);
  const database = trackerDatabases[path.split('/').at(-1) ?? ''];
  if (database !== undefined) throw cannotRead(shown, database);
  const file = await readSourceFile(path, shown);
  const format = wanted ?? formatOf({ ...file, name: path });
  if (format === undefined) {
    throw refusalError('invalid_input', message('imports.unknownFormat', { path: shown }), { hint: chooseFormat });
  }
  return { format, files: [file] };
}

async function readFolder(folder: string, shown: string, wanted: ImportFormat | undefined): Promise<ImportSource> {
  const found: { format: ImportFormat; names: string[] }[] = [];
  for (const [format, candidates] of trackerFiles) {
    const name = await firstFile(folder, candidates);
    if (name !== undefined) found.push({ format, names: [name] });
  }
  const tasks = await backlogTasks(folder);
  if (tasks.length > 0) found.push({ format: 'backlog', names: tasks });
  const matching = found.filter(({ format }) => wanted === undefined || format === wanted);
  const [source] = matching;
  if (source === undefined) throw await nothingIn(folder, shown);
  if (matching.length > 1) {
    const formats = matching.map(({ format }) => format).join(', ');
    throw refusalError('invalid_input', message('imports.severalTrackers', { path: shown, formats }), {
      hint: message('imports.chooseFormat', { formats }),
    });
  }
  const prefix = shown === '.' ? '' : `${shown}/`;
  const files = source.names.map(name => readSourceFile(`${folder}/${name}`, `${prefix}${name}`));
  return { format: source.format, files: await Promise.all(files) };
}

async function firstFile(folder: string, candidates: readonly string[]): Promise<string | undefined> {
  for (const name of candidates) if ((await kindOfPath(`${folder}/${name}`)) === 'file') return name;
  return undefined;
}

/** The task files of the first folder that has some, as paths in `folder`. */
async function backlogTasks(folder: string): Promise<string[]> {
  for (const backlog of backlogFolders) {
    const names: string[] = [];
    for (const tasks of backlogTaskFolders) {
      const place = backlog === '' ? tasks : `${backlog}/${tasks}`;
      const files = await namesIn(`${folder}/${place}`);
      names.push(...files.filter(name => name.endsWith('.md')).map(name => `${place}/${name}`));
    }
    if (names.length > 0) return names;
  }
  return [];
}

async function nothingIn(folder: string, shown: string): Promise<RefusalError> {
  const database = await firstFile(folder, Object.keys(trackerDatabases));
  if (database !== undefined) return cannotRead(`${shown}/${database}`, trackerDatabases[database] ?? '');
  if (folder.endsWith('/.beads') || (await kindOfPath(`${folder}/.beads`)) === 'folder') {
    const hint = message('imports.beadsFileMissingHint');
    return refusalError('invalid_input', message('imports.beadsFileMissing', { path: shown }), { hint });
  }
  return refusalError('invalid_input', message('imports.nothingFound', { path: shown }));
}

async function readSourceFile(path: string, shown: string): Promise<SourceFile> {
  const text = await readUtf8(path).catch(() => undefined);
  if (text === undefined) throw unreadable(shown, 'imports.notText');
  return { name: shown, text };
}

const chooseFormat = message('imports.chooseFormat', { formats: importFormats.join(', ') });

function unreadable(file: string, reason: 'imports.notThere' | 'imports.notText'): RefusalError {
  return refusalError('invalid_input', message('imports.unreadable', { file, reason: message(reason) }));
}

function cannotRead(path: string, tracker: string): RefusalError {
  return refusalError('invalid_input', message('imports.database', { path, tracker }), {
    hint: 'imports.databaseHint',
  });
}
