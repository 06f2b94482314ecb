import { access, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { insteadOf } from '../platform/insteadOf.js';

const fullId = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/m;
const anyText = /\S/;

interface Mark {
  readonly name: string;
  readonly operation: string;
  /** Names, relative to it, and content of git's files; anyone could make a folder of this name alone. */
  readonly own: Readonly<Record<string, RegExp>>;
}

const marks: readonly Mark[] = [
  {
    name: 'rebase-merge',
    operation: 'rebase',
    own: { 'rebase-merge/head-name': anyText, 'rebase-merge/onto': fullId },
  },
  { name: 'rebase-apply', operation: 'rebase', own: { 'rebase-apply/next': /^\d+$/m, 'rebase-apply/last': /^\d+$/m } },
  { name: 'MERGE_HEAD', operation: 'merge', own: { MERGE_HEAD: fullId } },
  { name: 'CHERRY_PICK_HEAD', operation: 'cherry-pick', own: { CHERRY_PICK_HEAD: fullId } },
  { name: 'REVERT_HEAD', operation: 'revert', own: { REVERT_HEAD: fullId } },
  { name: 'BISECT_LOG', operation: 'bisect', own: { BISECT_START: anyText } },
];

export async function operationInProgress(gitDir: string): Promise<string | undefined> {
  const names = new Set(await readdir(gitDir));
  for (const { name, operation, own } of marks) if (names.has(name) && (await isKept(gitDir, own))) return operation;
  return undefined;
}

async function isKept(gitDir: string, own: Mark['own']): Promise<boolean> {
  for (const [file, content] of Object.entries(own)) {
    const text = await readFile(join(gitDir, file), 'utf8').catch(insteadOf('ENOENT ENOTDIR EISDIR', ''));
    if (!content.test(text)) return false;
  }
  return true;
}

/** Returns true if `git merge --squash` has prepared a commit. */
export async function isSquashedMerge(gitDir: string): Promise<boolean> {
  return access(join(gitDir, 'SQUASH_MSG')).then(
    () => true,
    () => false,
  );
}
