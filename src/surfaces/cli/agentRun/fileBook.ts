import { realpath } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { refusalError } from '../../../domain/refusal/refusal.js';
import { contentOf } from '../../../domain/run/runContent.js';
import type { FolderEntry, FolderRun } from '../../../domain/run/runFolder.js';
import { runNamePattern } from '../../../domain/run/runRow.js';
import { message } from '../../../messages/message.js';
import { writeFileAtomically } from '../../../platform/files.js';
import { leadsOut } from '../../../platform/leadsOut.js';
import { kindOfPath, namesIn, readUtf8 } from '../../../platform/textFiles.js';
import { readRunFiles } from '../../../records/run/readRunFiles.js';
import type { NewEntry } from '../../../records/run/runAccess.js';
import type { NewBookRun, RunBook, RunClosing } from '../../../records/run/runBook.js';
import {
  activeFile,
  folderOf,
  ignoreFile,
  runFiles,
  runsFolder,
  type WrittenRun,
} from '../../../records/run/runFiles.js';
import { folderIntake } from './folderIntake.js';

/** Stores runs as files, for a folder without git. Not safe for concurrent processes. */
export class FileBook implements RunBook {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  async start({ createdAt, skipIntake, ...run }: NewBookRun): Promise<void> {
    const { name } = run;
    if ((await kindOfPath(join(this.#root, folderOf(run)))) !== undefined)
      throw refusalError('conflict', message('runs.nameTaken', { name }));
    const whole = written({ ...run, createdAt, entries: [], torn: [], dirtyWorktree: { available: false, paths: [] } });
    const intakePlan = skipIntake ? null : await folderIntake(this.#root, run.request);
    const planned = { ...whole, run: { ...whole.run, intakePlan } };
    await this.#write(runFiles(planned, name).filter(([path]) => path !== ignoreFile));
  }

  async find(named: string | undefined): Promise<WrittenRun | undefined> {
    const name = named ?? (await this.#active()) ?? (await this.#last());
    const found = name === undefined ? undefined : await this.#read(name);
    return found && written(found);
  }

  async add(name: string, { kind, number, ...entry }: NewEntry): Promise<number> {
    const run = await this.#known(name);
    const next =
      number ?? run.entries.reduce((max, one) => (one.kind === kind ? Math.max(max, one.number) : max), 0) + 1;
    const whole: FolderEntry = {
      ...{ status: null, hypothesis: null, learning_kind: null, repo_action: null },
      ...{ path: null, path_commit: null, reason: null, created_at: Date.now() },
      ...entry,
      ...{ kind, number: next },
    };
    const changed: [path: string, text: string][] = [];
    for (const [path, line] of runFiles(written({ ...run, entries: [whole], closing: undefined }), undefined))
      if (path.endsWith('.jsonl') && line !== '')
        changed.push([path, (await this.#linesOf(path, run.torn.includes(basename(path)))) + line]);
    await this.#write([...changed, ...closingFiles({ ...run, entries: [...run.entries, whole] })]);
    return next;
  }

  async close(name: string, { summary, verification, risks }: RunClosing): Promise<void> {
    const run = await this.#known(name);
    const closing = { at: Date.now(), summary, verification: [...verification], residualRisks: [...risks] };
    await this.#write(closingFiles({ ...run, closing }));
  }

  async #known(name: string): Promise<FolderRun> {
    const run = await this.#read(name);
    if (run === undefined) throw refusalError('not_found', message('runs.unknown', { run: name }));
    return run;
  }

  async #read(name: string): Promise<FolderRun | undefined> {
    if (!runNamePattern.test(name)) return undefined;
    return readRunFiles(join(this.#root, folderOf({ name })));
  }

  async #active(): Promise<string | undefined> {
    const path = join(this.#root, activeFile);
    return (await kindOfPath(path)) === 'file' ? (await readUtf8(path))?.trim() || undefined : undefined;
  }

  async #last(): Promise<string | undefined> {
    for (const name of (await namesIn(join(this.#root, runsFolder))).reverse())
      if ((await kindOfPath(join(this.#root, folderOf({ name })))) === 'folder') return name;
    return undefined;
  }

  /** Reads the lines of a log, which another program may have written; drops a torn last line. */
  async #linesOf(path: string, isTorn: boolean): Promise<string> {
    const file = join(this.#root, path);
    const text = (await kindOfPath(file)) === undefined ? '' : await readUtf8(file);
    if (text === undefined) throw refusalError('invalid_input', message('runs.notText', { file: basename(path) }));
    if (isTorn) return text.slice(0, text.lastIndexOf('\n') + 1);
    return text === '' || text.endsWith('\n') ? text : `${text}\n`;
  }

  /** Writes all files, or none if a link in one of their folders leads outside the root. */
  async #write(files: readonly (readonly [path: string, text: string])[]): Promise<void> {
    const root = await realpath(this.#root);
    for (const [path] of files)
      for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
        const real = await realpath(join(this.#root, folder)).catch(() => undefined);
        if (real !== undefined && leadsOut(relative(root, real)))
          throw refusalError('invalid_input', message('runs.leadsOut', { path: folder }));
      }
    for (const [path, text] of files) await writeFileAtomically(join(this.#root, path), text);
  }
}

/** Returns the files to write when a run is closed; none while it is open. */
function closingFiles(run: FolderRun): readonly (readonly [path: string, text: string])[] {
  return runFiles(written(run), undefined).filter(([path]) => basename(path).startsWith('closeout.'));
}

function written({ closing, entries, createdAt, ...run }: FolderRun): WrittenRun {
  const signed = entries.map(entry => ({ ...entry, actor: '' }));
  return {
    run: {
      ...run,
      createdAt: new Date(createdAt).toISOString(),
      status: closing === undefined ? 'active' : 'closed',
      closedAt: closing === undefined ? null : new Date(closing.at).toISOString(),
      summary: closing?.summary ?? null,
      openReason: null,
      intakePlan: null,
      verification: closing?.verification ?? [],
      residualRisks: closing?.residualRisks ?? [],
    },
    content: contentOf(signed),
    entries,
  };
}
