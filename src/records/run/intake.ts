import {
  headingsOf,
  type IntakeKind,
  type IntakePlan,
  intakeKindOf,
  intakeStems,
  planOf,
} from '../../domain/run/intakePlan.js';
import type { DirtyWorktree } from '../../domain/run/runRow.js';
import type { WorkTree } from '../../git/workTree.js';
import { redact } from '../../platform/redact.js';
import { statOfFile } from '../../platform/textFiles.js';
import type { TextIndex } from '../../store/textIndex.js';
import type { Context } from '../context.js';
import { runsFolder } from './runFiles.js';

/** Max files read, by path; larger files are ranked by path only. */
const [maxFiles, maxBytes] = [5000, 256 * 1024];
const maxHeadings = 8000;
const maxHits = 200;
const atOnce = 64;

/**
 * Ranks documents, skills and tests of the worktree against a request, by paths and headings, with an index beside the store.
 * Null if none match or they cannot be read: a run starts regardless.
 */
export async function intakePlan(
  { workTree, store, log }: Pick<Context, 'workTree' | 'store' | 'log'>,
  request: string,
  dirty: DirtyWorktree,
): Promise<IntakePlan | null> {
  if (workTree === undefined) return null;
  try {
    const kinds = new Map<string, IntakeKind>();
    for (const path of await workTree.paths()) {
      const kind = path.startsWith(`${runsFolder}/`) ? undefined : intakeKindOf(path);
      if (kind !== undefined && kinds.size < maxFiles) kinds.set(path, kind);
    }
    if (kinds.size === 0) return null;
    const index = await store.textIndex('intake');
    await renew(index, workTree, kinds);
    const stems = intakeStems(request);
    const phrases = stems.map(stem => [stem]);
    const hits = stems.length === 0 ? [] : index.search({ phrases, anyPhrase: true, limit: maxHits });
    const files = hits.flatMap(({ key: path, score, title, body }) => {
      const kind = kinds.get(path);
      return kind === undefined ? [] : [{ path, kind, score, text: `${title}\n${body}` }];
    });
    return files.length === 0 ? null : planOf(stems, files, dirty.paths);
  } catch (error) {
    log.warn(`The documents of the repository could not be ranked: ${(error as Error).message}`);
    return null;
  }
}

/** Reads changed files again. Each is a group, with size and time as the stamp. */
async function renew(index: TextIndex, workTree: WorkTree, kinds: ReadonlyMap<string, IntakeKind>): Promise<void> {
  const present = index.groups();
  for (const path of present.keys()) if (!kinds.has(path)) index.remove(path);
  const files = [...kinds];
  for (let from = 0; from < files.length; from += atOnce) {
    const some = await Promise.all(
      files.slice(from, from + atOnce).map(async ([path, kind]) => {
        const { size = 0, modifiedAt = 0 } = (await statOfFile(`${workTree.root}/${path}`)) ?? {};
        const stamp = `${size} ${modifiedAt}`;
        if (present.get(path) === stamp) return [];
        const isRead = size <= maxBytes && (await workTree.kindOf(path)) === 'file';
        const [first = '', ...rest] = headingsOf(kind, isRead ? ((await workTree.readText(path)) ?? '') : '');
        const body = redact(rest.join('\n').slice(0, maxHeadings));
        return [{ path, stamp, kind, title: `${path} ${redact(first)}`, body }];
      }),
    );
    for (const { path, stamp, kind, title, body } of some.flat())
      index.put(path, stamp, [{ key: path, kind, title, body, status: null, author: null, at: 0 }]);
  }
  await index.save();
}
