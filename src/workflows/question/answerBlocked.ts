import { isRefusal, type Refusal } from '../../domain/refusal/refusal.js';
import type { BriefAct, BriefSection } from '../../domain/workflow/brief.js';
import type { GateName, ReasonOwner } from '../../gates/gate.js';
import { type GateAnswer, gateCheck } from '../../operations/gate/gateCheck.js';
import { hooksInstall } from '../../operations/hooks/hooksInstall.js';
import { hooksStatus } from '../../operations/hooks/hooksStatus.js';
import { gateSection } from '../standing.js';
import type { Prepared, WorkflowCall } from '../workflow.js';
import { asks } from './asks.js';
import type { BlockedAct } from './question.js';

const gateOf: Readonly<Record<BlockedAct, GateName>> = {
  commit: 'review-ready',
  push: 'review-ready',
  merge: 'review-ready',
  close: 'close-check',
  accept: 'plan-accept',
};

/** Whose matter a reason is that has to do with a commit: the branch, and what is under way on it. */
const ofCommits: ReadonlySet<ReasonOwner> = new Set(['root_main_hygiene', 'feature_branch', 'task_identity']);
/** What a commit itself mends. */
const mendedByCommit: ReadonlySet<string> = new Set(['dirty_worktree', 'no_commit', 'no_changes_against_base']);

/** Why something cannot be done: what the gate in its way says, each reason with what puts it right. */
export async function answerBlocked(call: WorkflowCall, act: BlockedAct, task?: string): Promise<Prepared | Refusal> {
  const { markup, translate: t } = call;
  const of = task === undefined ? {} : { task };
  const asked = await call.invoke(gateCheck, { gate: gateOf[act], ...of });
  if (isRefusal(asked)) return asked;
  const gate = act === 'commit' ? ofCommit(asked) : asked;
  const hooks = act === 'commit' || act === 'push' ? await call.invoke(hooksStatus, {}) : undefined;
  const isUnhooked = hooks !== undefined && !isRefusal(hooks) && !hooks.hooks.some(({ installed }) => installed);
  const waiting = act === 'merge' ? await lanesThatWait(call) : [];
  const { whenReady, whenNot, about } = wordsOf(call, act);
  const install: BriefAct[] = isUnhooked
    ? [{ title: t('Install Git Hooks'), operation: hooksInstall.name, input: {} }]
    : [];
  return {
    brief: {
      title: whenNot,
      sections: [
        gateSection(call, gate, whenReady, t('What is in the way')),
        { heading: t('What is asked here'), lines: [about] },
        ...waiting,
      ],
      references: gate.task === null ? [] : [{ kind: 'task', ref: gate.task }],
      acts: [{ title: t('Check Gate'), operation: gateCheck.name, input: { gate: gateOf[act], ...of } }, ...install],
      missing: isUnhooked
        ? [t('Stateroom’s git hooks are not installed here: what refused it was git, the server or another hook.')]
        : gate.branch === null
          ? [t('No branch is checked out here.')]
          : [t('Judged for the branch {0} as it is now.', markup.text(gate.branch))],
    },
    asks: [asks.next(t), ...(gate.reasons.some(({ code }) => code.includes('finding')) ? [asks.findings(t)] : [])],
  };
}

function ofCommit(gate: GateAnswer): GateAnswer {
  const reasons = gate.reasons.filter(({ owner, code }) => ofCommits.has(owner) && !mendedByCommit.has(code));
  return { ...gate, reasons, ready: reasons.length === 0 };
}

interface Words {
  readonly whenReady: string;
  readonly whenNot: string;
  /** When Stateroom says no at all. */
  readonly about: string;
}

function wordsOf({ translate: t }: WorkflowCall, act: BlockedAct): Words {
  switch (act) {
    case 'commit':
      return {
        whenReady: t('Nothing is known that keeps you from committing'),
        whenNot: t('What Keeps You from Committing'),
        about: t(
          'The commit hook refuses code on a protected branch, files that another lane owns, and what the repository’s own check of the format refuses.',
        ),
      };
    case 'push':
      return {
        whenReady: t('Nothing keeps you from pushing'),
        whenNot: t('What Keeps You from Pushing'),
        about: t(
          'The push hook asks this of a task in review and of a protected branch; before that, what is open is advice.',
        ),
      };
    case 'merge':
      return {
        whenReady: t('Nothing keeps this branch from being merged'),
        whenNot: t('What Keeps You from Merging'),
        about: t('A branch is merged once it is ready for review, reviewed by somebody else, and approved.'),
      };
    case 'close':
      return {
        whenReady: t('Nothing keeps the task from being closed'),
        whenNot: t('What Keeps You from Closing'),
        about: t('A task is finished once its slices are closed, its proofs are fresh and no finding is open.'),
      };
    case 'accept':
      return {
        whenReady: t('Nothing keeps the plan from being accepted'),
        whenNot: t('What Keeps You from Accepting the Plan'),
        about: t('A plan is accepted by a review of exactly its text, by somebody who did not write it.'),
      };
  }
}

/** Lanes that wait for a review, a merge or the end of a conflict, with the command that goes on. */
async function lanesThatWait(call: WorkflowCall): Promise<readonly BriefSection[]> {
  const { markup, translate: t } = call;
  const { laneNeedsYou } = await import('../../operations/lane/laneNeedsYou.js');
  const found = await call.invoke(laneNeedsYou, {});
  if (isRefusal(found)) return [];
  const waiting = found.needs.filter(({ kind }) => kind === 'approval' || kind === 'merge' || kind === 'conflict');
  if (waiting.length === 0) return [];
  return [
    {
      heading: t('Lanes that wait for it'),
      lines: waiting.map(({ ref, title, next }) =>
        markup.entry(t('{0} Next: {1}', `${markup.ref(ref)} ${markup.text(title)}.`, markup.text(`stateroom ${next}`))),
      ),
    },
  ];
}
