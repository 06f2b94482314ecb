import { checkedOut, checkingOut, type GitCall, restored } from './gitCommand.js';
import { optionTable, readOptions } from './options.js';

/**
 * Losses to others. `stash`: adds to the stashes that all worktrees share; `takeStash`: takes from them; `prune`: deletes
 * unreachable commits; `forgetWorktrees`: deletes git's data of worktrees whose folders are gone; `discard`: uncommitted changes;
 * `change`: nothing, but changes files, index or HEAD of the worktree.
 */
export type GitLossKind = 'stash' | 'takeStash' | 'prune' | 'forgetWorktrees' | 'removeWorktree' | 'discard' | 'change';

export interface GitLoss {
  readonly kind: GitLossKind;
  /** As named: the removed worktree, or the discarded paths with all their contents. */
  readonly paths: readonly string[];
  /** Only untracked files are discarded. */
  readonly isClean?: boolean;
  /** Nested worktrees and repositories are discarded as well. */
  readonly isNested?: boolean;
}

/** Pathspec of the whole worktree, in whichever folder git is called. */
export const wholeWorktree = ':/';

const dryRun = optionTable('n|dry-run');
const collecting = optionTable('prune?', 'n|dry-run');
const cleaning = optionTable('f|force', 'n|dry-run', 'e|exclude=');
const resetting = optionTable('hard', 'pathspec-from-file=');
const switching = optionTable('C=', 'c=', 'orphan=', 'conflict=', 'f|force', 'discard-changes');

/** Commands that change a worktree's files, index or HEAD. */
const changing = new Set([
  ...[
    'add',
    'am',
    'apply',
    'bisect',
    'checkout',
    'cherry-pick',
    'commit',
    'merge',
    'mv',
    'pull',
    'read-tree',
    'rebase',
  ],
  ...['reset', 'restore', 'revert', 'rm', 'sparse-checkout', 'switch', 'update-index'],
]);
export const applying = optionTable(
  'check',
  'stat',
  'numstat',
  'summary',
  'directory=',
  'exclude=',
  'include=',
  'p?',
  'C?',
);

/** Undefined if the call only reads. */
export function gitLoss(call: GitCall): GitLoss | undefined {
  const loss = lossOf(call);
  if (loss !== undefined || !changing.has(call.command)) return loss;
  const { given } = readOptions(call.words, applying);
  const isReading = call.command === 'apply' && ['check', 'stat', 'numstat', 'summary'].some(flag => given.has(flag));
  return isReading ? undefined : { kind: 'change', paths: [] };
}

/** Undefined if the call keeps everything. */
function lossOf(call: GitCall): GitLoss | undefined {
  const { command, words } = call;
  const [verb = '', ...more] = words;
  switch (command) {
    case 'stash':
      return stashed(verb);
    case 'gc':
      return prunes(call) ? { kind: 'prune', paths: [] } : undefined;
    case 'prune':
      return isDry(words) ? undefined : { kind: 'prune', paths: [] };
    case 'reflog':
      return (verb === 'expire' || verb === 'delete') && !isDry(more) ? { kind: 'prune', paths: [] } : undefined;
    case 'worktree':
      if (verb === 'prune') return isDry(more) ? undefined : { kind: 'forgetWorktrees', paths: [] };
      return verb === 'remove' ? { kind: 'removeWorktree', paths: readOptions(more, dryRun).operands } : undefined;
    case 'clean':
      return cleaned(words);
    case 'reset':
      return readOptions(words, resetting).given.has('hard') ? { kind: 'discard', paths: [wholeWorktree] } : undefined;
    case 'switch': {
      const { given } = readOptions(words, switching);
      const discards = given.has('force') || given.has('discard-changes');
      return discards ? { kind: 'discard', paths: [wholeWorktree] } : undefined;
    }
    case 'checkout': {
      const read = readOptions(words, checkingOut);
      const { paths, unclear } = checkedOut(read);
      return discarded(read.given.has('force') ? [wholeWorktree] : [...unclear, ...paths]);
    }
    case 'restore':
      return discarded(restored(words));
    default:
      return undefined;
  }
}

function discarded(paths: readonly string[]): GitLoss | undefined {
  return paths.length === 0 ? undefined : { kind: 'discard', paths };
}

function isDry(words: readonly string[]): boolean {
  return readOptions(words, dryRun).given.has('dry-run');
}

/** `push` is the default, also with flags alone. */
function stashed(verb: string): GitLoss | undefined {
  if (verb === 'apply') return { kind: 'change', paths: [] };
  if (/^(list|show|create|export|import|store)$/.test(verb)) return undefined;
  return { kind: /^(pop|drop|clear|branch)$/.test(verb) ? 'takeStash' : 'stash', paths: [] };
}

/** `git gc` keeps unreachable commits for two weeks unless configured otherwise. */
function prunes({ configured, words }: GitCall): boolean {
  const { given } = readOptions(words, collecting);
  const expiry = given.get('prune')?.at(-1);
  const hasExpiry = expiry !== undefined && expiry !== '' && expiry !== 'never';
  return hasExpiry || configured.some(setting => /^gc\.(prune|reflog)expire/i.test(setting));
}

function cleaned(words: readonly string[]): GitLoss | undefined {
  const { given, operands } = readOptions(words, cleaning);
  if (given.has('dry-run')) return undefined;
  const isNested = (given.get('force')?.length ?? 0) > 1;
  const paths = operands.length === 0 ? ['.'] : operands;
  return { kind: 'discard', paths, isClean: true, ...(isNested ? { isNested } : {}) };
}
