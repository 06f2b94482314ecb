import { join } from 'node:path';
import * as z from 'zod';
import type { ChangedFile } from '../../../../domain/lane/changedFile.js';
import { writeFileAtomically } from '../../../../platform/files.js';
import { textOfRegularFile } from '../../../../platform/regularFile.js';
import { sha256 } from '../../../../platform/sha256.js';

/** Keys that are kept for one repository: the last ones. */
const maxKeys = 5000;
const listSchema = z.array(z.string());

/**
 * What a tick stands for: this content of a file on this lane, by the lane's ULID, or that the lane has deleted it. Undefined
 * for a file that is in no commit of the lane yet.
 */
export function viewedKey(lane: string, { blob, kind, path }: ChangedFile): string | undefined {
  const content = blob ?? (kind === 'delete' ? 'deleted' : undefined);
  return content && `${lane} ${content} ${path}`;
}

/** A file of a lane, and whether the person has viewed it; undefined while it is in no commit. */
export interface LaneFile {
  readonly file: ChangedFile;
  readonly isViewed: boolean | undefined;
}

/** The files of a lane, by its ULID, in their order. */
export function laneFiles(lane: string, files: readonly ChangedFile[], viewed: ReadonlySet<string>): LaneFile[] {
  return files.map(file => {
    const key = viewedKey(lane, file);
    return { file, isViewed: key === undefined ? undefined : viewed.has(key) };
  });
}

/**
 * The files of lanes that the person has viewed. They are in a file of the person's own for each repository, because a memento
 * of the editor is overwritten by whichever window wrote last: here each window reads the file again before it changes it.
 */
export class ViewedFiles {
  private last: Promise<unknown> = Promise.resolve();

  /** `folder` belongs to the person; it is made with the first tick. */
  constructor(private readonly folder: string) {}

  /** All keys of a repository, the last ticked last; none where the file cannot be understood. */
  read(repository: string): Promise<ReadonlySet<string>> {
    return this.inTurn(() => this.load(repository));
  }

  /**
   * Ticks these keys, or takes their ticks away, and drops those of lanes that are not among `lanes` (ULIDs). Returns all keys
   * there are then. Throws what the file system throws, with nothing changed.
   */
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

  /** One after the other, so that no tick of this window gets lost and who reads knows all that were made before. */
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
