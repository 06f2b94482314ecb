import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Message, message, verbatim } from '../../messages/message.js';
import { say } from '../../messages/say.js';
import { isOwnFolder } from '../../platform/ownFolder.js';
import { requireOwnTree } from '../ownTree.js';
import { gitDirectoryOf, linkedGitDir } from '../repositoryLocation.js';
import { holdsTheSame } from '../rescue/holdsTheSame.js';
import { keepWorkTree } from '../rescue/keepWorkTree.js';
import type { Rescue } from '../rescue/rescue.js';
import { type Restored, RestoreRefused, restoreWorkTree } from '../rescue/restoreWorkTree.js';
import { discardWorkTree } from './discardWorkTree.js';
import { putMark } from './gitDirMark.js';
import type { LanePlace } from './lanePlace.js';
import { RemovalRefused, removeWorkTree } from './removeWorkTree.js';
import { settleRemoval } from './settleRemoval.js';
import { unkeepable } from './unkeepable.js';

interface KeepRequest {
  readonly lane: string;
  readonly directory: string;
  readonly now: number;
  /** Max bytes of ignored files to keep. */
  readonly ignoredBytes: number;
}

interface RemoveRequest extends KeepRequest {
  /** Earlier rescue; nothing more is kept if the worktree equals it. */
  readonly whole?: Rescue;
  /** Called after everything is kept, before anything is removed, with the folder's present path. */
  readonly beforeLoss?: (rescue: Rescue, aside: string) => Promise<void>;
}

interface DiscardRequest extends KeepRequest {
  /** Refuses a worktree with content that git lacks. */
  readonly onlyBare?: boolean;
  /** As above; no rescue if there was nothing to keep. */
  readonly beforeLoss?: (rescue: Rescue | undefined, aside: string) => Promise<void>;
}

/** The worktree changes constantly, is in use, belongs to another repository, or has content that cannot be kept. */
interface RemovalRefusal {
  readonly outcome: 'refused';
  readonly reason: RemovalRefused['reason'] | 'noWorkTree';
  readonly said: Message;
}

/** The worktree is unchanged if refused. */
type RemoveAnswer = { readonly outcome: 'removed'; readonly rescue: Rescue } | RemovalRefusal;

type DiscardAnswer =
  | { readonly outcome: 'gone' }
  | { readonly outcome: 'removed'; readonly rescue: Rescue }
  | RemovalRefusal;

type RestoreAnswer =
  | { readonly outcome: 'restored'; readonly restored: Restored }
  | { readonly outcome: 'refused'; readonly reason: RestoreRefused['reason']; readonly text: string };

interface RestoreHow {
  /** Detaches HEAD at the kept commit, to leave the branch free. */
  readonly detached?: boolean;
  readonly opening?: string;
}

export async function keepTree(place: LanePlace, request: KeepRequest): Promise<Rescue> {
  const { lane, directory, now, ignoredBytes } = request;
  const gitDir = gitDirectoryOf(directory);
  if (gitDir === undefined) throw new Error(`${directory} is not a worktree.`);
  const { commonDir, gitIn, secretsFolder } = place;
  const git = gitIn(directory);
  await requireOwnTree(git);
  return keepWorkTree(
    { git, root: directory, gitDir, commonDir },
    { lane, now, ignoredBytes, secretsFolder: join(secretsFolder, lane) },
  );
}

/** Keeps a worktree, then removes it without its branch. Of identical rescues one is kept. */
export async function removeTree(place: LanePlace, request: RemoveRequest): Promise<RemoveAnswer> {
  const { directory, beforeLoss, whole } = request;
  const gitDir = linkedGitDir(directory, place.commonDir);
  if (gitDir === undefined) {
    return { outcome: 'refused', reason: 'noWorkTree', said: message('git.notWorkTree', { directory }) };
  }
  const made: Rescue[] = [];
  try {
    const keep = async (): Promise<Rescue> => {
      const [lost] = await unkeepable(place, directory);
      if (lost !== undefined) throw new RemovalRefused('unkeepable', `${say(lost.text)}.`);
      const rescue = await keepTree(place, request);
      made.push(rescue);
      return rescue;
    };
    const rescue = await removeWorkTree({ directory, gitDir }, keep, beforeLoss);
    const isTwice = whole !== undefined && (await holdsTheSame(place.git, whole, rescue));
    const earlier = made.slice(0, -1);
    const twice = await Promise.all(earlier.map(one => holdsTheSame(place.git, one, rescue)));
    await forgetRescues(place, [...earlier.filter((_, at) => twice[at]), ...(isTwice ? [rescue] : [])]);
    return { outcome: 'removed', rescue: whole ?? rescue };
  } catch (error) {
    if (!(error instanceof RemovalRefused)) throw error;
    // The tree is unchanged, so its rescues are not needed.
    if (error.reason !== 'inUse') await forgetRescues(place, made);
    return { outcome: 'refused', reason: error.reason, said: verbatim(error.message) };
  }
}

/** Removes a worktree without content of its own; keeps anything else first. */
export async function discardTree(place: LanePlace, request: DiscardRequest): Promise<DiscardAnswer> {
  const { directory, beforeLoss } = request;
  // A crash during its removal may have left it aside.
  await settleRemoval(place, directory, undefined);
  const isGone = await discardWorkTree(place, directory, aside => beforeLoss?.(undefined, aside));
  if (isGone) return { outcome: 'gone' };
  if (request.onlyBare !== true) return removeTree(place, request);
  return { outcome: 'refused', reason: 'inUse', said: message('git.holdsUnkept') };
}

export async function restoreTree(
  place: LanePlace,
  rescue: Rescue,
  directory: string,
  { detached = false, opening }: RestoreHow = {},
): Promise<RestoreAnswer> {
  try {
    const onAdded = async (gitDir: string): Promise<void> => {
      if (opening !== undefined) await putMark(gitDir, 'opening', opening);
    };
    const to = { directory, secretsFolder: secretsOf(place, rescue), detached, onAdded };
    return { outcome: 'restored', restored: await restoreWorkTree(place, rescue, to) };
  } catch (error) {
    if (!(error instanceof RestoreRefused)) throw error;
    return { outcome: 'refused', reason: error.reason, text: error.message };
  }
}

/** Deletes rescues permanently, with their secrets. */
export async function forgetRescues(place: LanePlace, rescues: readonly Rescue[]): Promise<void> {
  for (const rescue of rescues) {
    const time = rescue.ref.slice(rescue.ref.lastIndexOf('/') + 1);
    // Before the reference, which identifies them.
    const secrets = secretsOf(place, rescue);
    const isOurs = (await isOwnFolder(place.secretsFolder)) && (await isOwnFolder(secrets));
    if (isOurs) await rm(join(secrets, time), { recursive: true, force: true });
    await place.git.run(['update-ref', '-d', rescue.ref, rescue.commit]);
  }
}

function secretsOf({ secretsFolder }: LanePlace, { manifest }: Rescue): string {
  return join(secretsFolder, manifest.lane);
}
