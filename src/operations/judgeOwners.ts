import type { RepositoryConfig } from '../domain/config/repositoryConfig.js';
import { type LaneClaim, ownerOf } from '../domain/lane/laneClaim.js';
import { isOwned } from '../domain/lane/ownedPath.js';
import { type NextStep, RefusalError, refusalError } from '../domain/refusal/refusal.js';
import { showWorker } from '../domain/refusal/steps.js';
import { isOwnPath } from '../git/treeHash.js';
import { message } from '../messages/message.js';
import { say } from '../messages/say.js';
import type { Context } from '../records/context.js';
import { readConfig } from '../records/repositoryConfig.js';
import { isStoreError } from '../store/storeError.js';
import { pathList } from './gitWords.js';
import { namesOf, readClaimsHere, violatedBy } from './laneClaims.js';
import { recordViolations } from './recordViolations.js';

const maxNamedFiles = 20;

export interface OwnedFiles {
  readonly lane: LaneClaim;
  readonly paths: readonly string[];
}

export interface OwnerRuling {
  readonly refused: boolean;
  readonly recorded: boolean;
  readonly owned: readonly OwnedFiles[];
}

/**
 * Judges a commit by the lanes that own its files: an agent's (`isAgent`; without a terminal in a lane, everyone's) is refused
 * and recorded; a person's gets advice unless `protect.edits` differs. A lane may commit its owned paths, even if others claim
 * them too. Undefined without an objection, for a squashed merge, and for an unreadable store.
 */
export async function judgeOwners(
  context: Context,
  files: readonly string[],
  isAgent: boolean,
): Promise<OwnerRuling | undefined> {
  const { workTree, actor } = context;
  if (workTree === undefined) return undefined;
  const claims = await claimsOf(context);
  const writer = claims.find(({ directory }) => directory === workTree.root);
  const isOurs = (path: string) => writer !== undefined && writer.owned.length > 0 && isOwned(path, writer.owned);
  const owned = ownedFiles(
    claims,
    files.filter(path => !isOurs(path)),
    writer,
  );
  if (owned.length === 0 || (await workTree.isSquashedMerge())) return undefined;
  if (!isAgent && (writer === undefined || actor.role !== 'agent')) {
    const edits = await editsOf(context);
    return edits === 'allow' ? undefined : { refused: edits === 'refuse', recorded: false, owned };
  }
  for (const { lane, paths } of owned) {
    await recordViolations(context, violatedBy(writer ?? lane, lane), paths);
  }
  return { refused: true, recorded: true, owned };
}

/** Returns advice for a person on a commit to come. Throws a refusal with the step of `commitOf` for unowned files. */
export async function adviseOfOwners(
  context: Context,
  files: readonly string[],
  commitOf: (rest: string[]) => NextStep,
): Promise<string | null> {
  const ruling = await judgeOwners(context, files, context.actor.role === 'agent');
  if (ruling === undefined) return null;
  const { refused, owned } = ruling;
  const [first] = owned;
  if (!refused || first === undefined) return owned.map(one => say(ownedMessage(one, false))).join(' ');
  const rest = files.filter(path => owned.every(({ paths }) => !paths.includes(path)));
  const isNamed = rest.length > 0 && rest.length <= maxNamedFiles;
  throw refusalError('conflict', ownedMessage(first, true), {
    hint: message('lanes.commitOfOwnedHint', { lane: first.lane.lane }),
    next: [isNamed ? commitOf(rest) : showWorker(first.lane.lane)],
    details: { lane: first.lane.lane, paths: first.paths.slice(0, 100) },
  });
}

/** `src/pay/a.ts belongs to L-2 (pay, active).`; with the refusal for a refused commit. */
export function ownedMessage({ lane, paths }: OwnedFiles, refused: boolean) {
  const { ref, name } = namesOf(lane);
  return message(refused ? 'lanes.commitOfOwned' : 'lanes.ownedByOther', {
    ref,
    lane: name,
    state: message(`state.${lane.status}`),
    paths: pathList(paths),
    count: paths.length,
  });
}

/** An unreadable store must not block commits. */
async function claimsOf(context: Context): Promise<readonly LaneClaim[]> {
  try {
    return await readClaimsHere(context);
  } catch (error) {
    if (!isStoreError(error)) throw error;
    return [];
  }
}

function ownedFiles(
  claims: readonly LaneClaim[],
  files: readonly string[],
  writer: LaneClaim | undefined,
): OwnedFiles[] {
  const byLane = new Map<LaneClaim, string[]>();
  for (const path of files) {
    const lane = isOwnPath(path) ? undefined : ownerOf(claims, path, writer);
    if (lane !== undefined) byLane.set(lane, [...(byLane.get(lane) ?? []), path]);
  }
  return [...byLane].map(([lane, paths]) => ({ lane, paths }));
}

/** As configured in this worktree, like agents' hooks; advice if the file is broken, which the commit may fix. */
async function editsOf(context: Context): Promise<RepositoryConfig['protect']['edits']> {
  try {
    return (await readConfig(context)).protect.edits;
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error;
    return 'advise';
  }
}
