import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { matchesGlob } from '../domain/path/pathGlob.js';
import { registrationOf } from '../git/registrationOf.js';
import type { WorkTree } from '../git/workTree.js';
import { mayEdit } from '../operations/lane/laneMayEdit.js';
import { judgePlace, placeIn, placeReason, readWorkPlaces, slashed, type WorkPlace } from '../operations/workPlaces.js';
import type { Context } from '../records/context.js';
import { type GitLoss, wholeWorktree } from './shell/gitLoss.js';
import { treeAt } from './treeAt.js';

const maxFiles = 200;

interface LossRefusal {
  readonly reason: string;
  readonly about: string;
  readonly isRecorded?: boolean;
}

/** Reason for refusing a git call in `directory`: the loss to others. Undefined if nobody loses anything. */
export async function judgeLoss(
  context: Context,
  loss: GitLoss & { readonly directory: string },
): Promise<LossRefusal | undefined> {
  const { kind, directory, paths } = loss;
  // Another repository has other stashes, branches and worktrees.
  const tree = context.workTree && treeAt(context.workTree, directory);
  if (tree === undefined || (kind === 'change' && tree === context.workTree)) return undefined;
  const places = await readWorkPlaces(context);
  const refuse = (place: WorkPlace | undefined, reason: string): LossRefusal => ({
    reason,
    about: place === undefined ? 'worktree' : refOf(place),
  });
  if (kind === 'change' || kind === 'discard' || kind === 'stash' || kind === 'takeStash') {
    const verdict = context.actor.role === 'agent' ? await judgePlace(context, places, slashed(tree.root)) : undefined;
    // As for edits, a worktree that Stateroom does not know is free, unless it is the main one.
    if (verdict !== undefined && (verdict.there !== undefined || tree.gitDir === tree.commonDir)) {
      return refuse(verdict.there, placeReason('This changes', verdict, 'Run it there.'));
    }
  }
  if (kind === 'change') return undefined;
  if (kind === 'discard') return judgeDiscard(context, tree, places, loss);
  if (kind === 'removeWorktree') {
    const place = places.find(({ directory: at }) => paths.some(path => names(path, directory, slashed(at))));
    return place && refuse(place, removed(place));
  }
  if (kind === 'forgetWorktrees') {
    for (const place of places) {
      const isLost =
        !existsSync(place.directory) && (await registrationOf(tree.commonDir, place.directory)) !== undefined;
      if (isLost) return refuse(place, forgotten(place));
    }
    return undefined;
  }
  const { name } = context.actor;
  const other = places.find(place => place.lane !== null || (place.holder !== name && isElsewhere(place, tree)));
  if (other === undefined) return undefined;
  if (kind === 'prune') {
    return refuse(
      other,
      `This deletes commits that no branch holds, and ${other.called} is open: another agent may still need them. Leave them: \`git gc\` without --prune deletes what is older than two weeks.`,
    );
  }
  const shared = `Stashes are shared by all worktrees of this repository, and ${other.called} is open`;
  return kind === 'stash'
    ? refuse(other, `${shared}: another agent may pop this one. ${insteadOfStash(places, tree)}`)
    : refuse(
        other,
        `${shared}: this one may be another agent’s. \`git stash show -p\` prints it, and \`git stash apply\` takes its changes and keeps it.`,
      );
}

function refOf({ called }: WorkPlace): string {
  return called.split(' ')[0] ?? called;
}

/** A task whose worktree is gone is not being worked on. */
function isElsewhere({ directory }: WorkPlace, { root }: WorkTree): boolean {
  return directory !== root && existsSync(directory);
}

/** Matches a worktree as git does: by its path or the end of it. */
function names(path: string, directory: string, place: string): boolean {
  const plain = slashed(path).replace(/\/+$/, '');
  return place === slashed(join(directory, plain)) || place === plain || place.endsWith(`/${plain}`);
}

function insteadOfStash(places: readonly WorkPlace[], { root }: WorkTree): string {
  const here = places.find(({ directory }) => directory === root);
  if (here === undefined) return 'Commit to a branch instead: `git switch -c <branch>`, then `git commit`.';
  const [tool, command] =
    here.lane === null
      ? ['slices commit', 'stateroom slice commit']
      : ['dispatch_lane_work commit', 'stateroom worker commit'];
  return `Commit to your branch instead: ${tool} over MCP, \`${command}\`, or \`git commit\`.`;
}

function removed({ called, lane, directory }: WorkPlace): string {
  const way =
    lane === null
      ? 'Finish or archive the task first.'
      : `Closing the lane removes it, with a backup of what is not committed: ask a person for \`stateroom lane close ${lane}\`.`;
  return `${directory} is the worktree of ${called}, which is open. ${way}`;
}

function forgotten({ called, lane, directory }: WorkPlace): string {
  const way = lane === null ? '`git worktree repair <its folder>`' : '`stateroom lane repair`';
  return `${called} is open and its folder ${directory} is not there: this deletes what git keeps of that worktree, with what is staged. Bring it back first: ${way}, or ask a person.`;
}

/** Judges the changes that would be lost, file by file; a session may discard anything in its own lane. */
async function judgeDiscard(
  context: Context,
  tree: WorkTree,
  places: readonly WorkPlace[],
  { directory, paths, isClean = false, isNested = false }: Parameters<typeof judgeLoss>[1],
): Promise<LossRefusal | undefined> {
  const top = slashed(tree.root);
  const named = paths.map(path =>
    path.startsWith(wholeWorktree) ? top : slashed(join(directory, path)).replace(/\/$/, ''),
  );
  const nested = isNested ? named.map(path => placeIn(places, path)).find(place => place !== undefined) : undefined;
  if (nested !== undefined) return { reason: removed(nested), about: refOf(nested) };
  const isOwnLane =
    tree.root === context.workTree?.root && places.some(({ lane, directory: at }) => lane !== null && at === tree.root);
  if (isOwnLane || places.length === 0) return undefined;
  if (!isClean && !named.some(path => /[*?[]/.test(path) || existsSync(path))) return undefined;
  const lost = (await tree.changes({ documents: true }))
    // Untracked files survive all of these but `git clean`.
    .filter(({ kind }) => (kind === 'add') === isClean)
    .map(({ path }) => `${top}/${path}`)
    .filter(path => named.some(one => path === one || path.startsWith(`${one}/`) || matchesGlob(path, one)));
  for (const path of lost.slice(0, maxFiles)) {
    const { allowed, verdict, reason, owner } = await mayEdit(context, path, { isCommand: true });
    if (allowed || reason === null) continue;
    return {
      reason: `${reason} This would discard a change to it that is not committed.`,
      about: owner ?? 'worktree',
      isRecorded: verdict !== 'elsewhere',
    };
  }
  return undefined;
}
