import * as z from 'zod';
import { suggest } from '../../domain/identifier/suggest.js';
import { type EditAnswer, editVerdicts, judgeEdit, type LaneClaim } from '../../domain/lane/laneClaim.js';
import { isOwned } from '../../domain/lane/ownedPath.js';
import { refusalError } from '../../domain/refusal/refusal.js';
import { isOwnPath } from '../../git/treeHash.js';
import type { WorkTree } from '../../git/workTree.js';
import { message } from '../../messages/message.js';
import { say } from '../../messages/say.js';
import type { Context } from '../../records/context.js';
import { namesOf, readClaimsHere, violatedBy } from '../laneClaims.js';
import { defineOperation } from '../operation.js';
import { recordViolations } from '../recordViolations.js';
import { judgePlace, placeIn, placeReason, readWorkPlaces, type WorkPlace } from '../workPlaces.js';

const verdictField = z
  .enum(editVerdicts)
  .describe(
    '`owned`: by another lane; `outside`: not a path of this lane; `elsewhere`: in another worktree; `unjudged`: outside the repository',
  );

const answerSchema = z.object({
  /** Also true for unchecked files, which hooks need not block. */
  allowed: z.boolean(),
  verdict: verdictField,
  path: z.string(),
  lane: z.string().nullable(),
  /** The lane that owns the file, or whose worktree contains it. */
  owner: z.string().nullable(),
  /** Reason and alternative, or a note that the file is not judged; null if allowed. */
  reason: z.string().nullable(),
});

export const laneMayEdit = defineOperation({
  name: 'lane.mayEdit',
  order: 90,
  title: 'Check Whether a File May Be Edited',
  summary: 'Checks whether a file may be written from here; called by an agent’s edit hook.',
  input: z.strictObject({
    path: z.string().min(1).max(4000).describe('The file, absolute or relative to the current folder; need not exist'),
    lane: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .optional()
      .describe('The lane that writes; default: the lane of this worktree'),
  }),
  output: answerSchema,
  // Caches its reading next to the store.
  effect: 'external',
  onlyReads: () => true,
  // Usually called by an agent's edit hook, on the command line; otherwise by the agent.
  mcp: { tool: 'manage_worktree_lane', action: 'may_edit', brief: 'ask before you write' },
  cli: {
    path: ['lane', 'may-edit'],
    paths: { path: 'place' },
    positionals: ['path'],
    examples: ['lane may-edit src/login/form.ts', 'lane may-edit src/login/form.ts --lane login --json'],
  },
  palette: false,
  exitCode: ({ allowed }) => (allowed ? 0 : 1),
  run: (context, { path, lane }) => mayEdit(context, path, { lane, asks: true }),
});

interface EditCaller {
  /** The writing lane; default: the worktree's. */
  readonly lane?: string | undefined;
  /** True if a command writes: git often ignores its output, so the commit's hook judges a path without owner. */
  readonly isCommand?: boolean;
  /** True if nothing is about to be written: then nothing is recorded. */
  readonly asks?: boolean;
  /** True if everything below it is written too, as when a folder is removed. */
  readonly isTree?: boolean;
}

/** Judges a write from here; records another lane's path, unless the caller only asks. */
export async function mayEdit(
  context: Context,
  path: string,
  { lane, isCommand = false, asks = false, isTree = false }: EditCaller = {},
): Promise<z.output<typeof answerSchema>> {
  const { workTree, actor } = context;
  if (workTree === undefined) {
    throw refusalError('no_repository', message('lanes.noRepository'), {
      hint: message('findings.fixNeedsRepositoryHint'),
    });
  }
  const [claims, located, places] = await Promise.all([
    readClaimsHere(context),
    workTree.locate(path),
    // People decide for themselves where to edit.
    actor.role === 'agent' ? readWorkPlaces(context) : [],
  ]);
  const own = writerOf(claims, workTree, lane);
  const trees = [...treesOf(workTree), ...places.map(({ directory }) => directory)];
  const answer = judgeEdit(claims, { path: located, own, trees, isTree });
  const held = isTree ? placeIn(places, located) : undefined;
  const place = own === undefined ? await judgePlace(context, places, answer.tree) : undefined;
  const elsewhere =
    held === undefined
      ? place && placeReason(`${answer.path || located} is in`, place, 'Edit it there.')
      : heldReason(located, held);
  if (elsewhere !== undefined) {
    const owner = (held ?? place?.there)?.lane ?? null;
    const { path: inside } = answer;
    return { allowed: false, verdict: 'elsewhere', path: inside, lane: own?.lane ?? null, owner, reason: elsewhere };
  }
  const isOurs = isOwnPath(answer.path) && (answer.verdict === 'owned' || answer.verdict === 'outside');
  const verdict = isOurs || (isCommand && answer.verdict === 'outside') ? 'allowed' : answer.verdict;
  const violated = answer.writer ?? answer.owner;
  if (!asks && (verdict === 'owned' || verdict === 'outside') && violated !== undefined) {
    await recordViolations(context, violatedBy(violated, answer.owner), [answer.path]);
  }
  return {
    allowed: verdict === 'allowed' || verdict === 'unjudged',
    verdict,
    path: answer.path,
    lane: answer.writer?.lane ?? null,
    owner: verdict === 'allowed' ? null : (answer.owner?.lane ?? null),
    reason: reasonOf({ ...answer, verdict }, isTree),
  };
}

function writerOf(claims: readonly LaneClaim[], { root }: WorkTree, named: string | undefined): LaneClaim | undefined {
  if (named === undefined) return claims.find(({ directory }) => directory === root);
  const found = claims.find(({ lane, id, called }) => [lane, id, namesOf({ called, lane }).ref].includes(named));
  if (found !== undefined) return found;
  const suggestion = suggest(
    named,
    claims.map(({ lane }) => lane),
  );
  throw refusalError('not_found', message('lanes.noOpenLane', { lane: named.slice(0, 80) }), {
    ...(suggestion === undefined ? {} : { hint: message('lanes.didYouMean', { lane: suggestion }) }),
    next: [{ operation: 'lane.list', input: {} }],
  });
}

/** The caller's worktree and the main one, which usually contains git's directory. */
function treesOf({ root, commonDir }: Context['workTree'] & object): string[] {
  const main = /^(.*)[\\/]\.git$/.exec(commonDir)?.[1];
  return main === undefined || main === '' ? [root] : [root, main];
}

function heldReason(path: string, { called }: WorkPlace): string {
  return `${path} contains the worktree of ${called}, which is open. Leave it until that work is finished.`;
}

function reasonOf({ verdict, path, writer, owner }: EditAnswer, isTree: boolean): string | null {
  if (verdict === 'allowed') return null;
  if (verdict === 'unjudged') return `${path} is outside this repository, so lanes do not apply.`;
  if (verdict === 'elsewhere') {
    const where = owner === undefined ? 'another worktree' : `the worktree of ${owner.called}`;
    return `${path} is in ${where}, but ${writer?.called} works in ${writer?.directory}. Edit it there.`;
  }
  if (verdict === 'owned' && owner !== undefined) {
    const state = say(message(`state.${owner.status}`));
    if (isTree && !isOwned(path, owner.owned)) {
      return `${path === '' ? 'This folder' : path} contains files that ${owner.called} owns, which is ${state}. Name the files that are yours.`;
    }
    return `${path} is owned by ${owner.called}, which is ${state}. Leave it to that lane, or wait until it is merged.`;
  }
  const owned = (writer?.owned ?? []).join(', ');
  return `${path} is not owned by ${writer?.called} (which owns ${owned}). Leave it, or ask for more paths (\`lane update\`).`;
}
