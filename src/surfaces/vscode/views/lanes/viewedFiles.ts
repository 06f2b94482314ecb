import { join } from 'node:path';
import * as z from 'zod';
import type { ChangedFile } from '../../../../domain/lane/changedFile.js';
import { writeFileAtomically } from '../../../../platform/files.js';
import { textOfRegularFile } from '../../../../platform/regularFile.js';
import { sha256 } from '../../../../platform/sha256.js';

/** Max keys kept per repository; the oldest are dropped. */
const maxKeys = 5000;
const listSchema = z.array(z.string());

/** Key of a viewed mark: this content of a lane's file, or its deletion. Undefined for a file in no commit. */
export function viewedKey(lane: string, { blob, kind, path }: ChangedFile): string | undefined {
  const content = blob ?? (kind === 'delete' ? 'deleted' : undefined);
  return content && `${lane} ${content} ${path}`;
}

/** A file of a lane; `isViewed` is undefined while it is in no commit. */
export interface LaneFile {
  readonly file: ChangedFile;
  readonly isViewed: boolean | undefined;
}

/** Returns the files of a lane (a ULID), in order, with their viewed marks. */
export function laneFiles(lane: string, files: readonly ChangedFile[], viewed: ReadonlySet<string>): LaneFile[] {
  return files.map(file => {
    const key = viewedKey(lane, file);
    return { file, isViewed: key === undefined ? undefined : viewed.has(key) };
  });
}

/** Viewed files, in one private file per repository: of a memento, the last window to write would overwrite others. */
export class ViewedFiles {
  private last: Promise<unknown> = Promise.resolve();

  /** `folder` belongs to the person; created with the first tick. */
  constructor(private readonly folder: string) {}

  /** Returns all keys of a repository, last ticked last; empty if the file is invalid. */
  read(repository: string): Promise<ReadonlySet<string>> {
    return this.inTurn(() => this.load(repository));
  }

  /** Adds or removes keys, drops those of lanes not in `lanes` (ULIDs), returns the rest. An error changes nothing. */
  mark(
    repository: string,
    keys: readonly string[],
    isViewed: boolean,
    lanes: readonly string[],
  ): Promise<ReadonlySet<string>> {
    return this.inTurn(async () => {
      const all = await this.load(repository);
      for (const key of keys) {
        all.delete(key);
        if (isViewed) all.add(key);
      }
      const kept = [...all].filter(key => lanes.includes(key.slice(0, key.indexOf(' ')))).slice(-maxKeys);
      await writeFileAtomically(this.fileOf(repository), JSON.stringify(kept), { sync: false });
      return new Set(kept);
    });
  }

  private async load(repository: string): Promise<Set<string>> {
    const text = (await textOfRegularFile(this.fileOf(repository))) ?? '[]';
    return new Set(parsed(text));
  }

  private fileOf(repository: string): string {
    return join(this.folder, `${sha256(repository).slice(0, 16)}.json`);
  }

  /** Mutex: prevents lost updates in this window and makes reads see all earlier marks. */
  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.last.then(work);
    this.last = done.catch(() => undefined);
    return done;
  }
}

function parsed(text: string): readonly string[] {
  try {
    return listSchema.safeParse(JSON.parse(text)).data ?? [];
  } catch {
    return [];
  }
}
