import { isRefusal } from '../../domain/refusal/refusal.js';
import type { BriefAct, BriefSection } from '../../domain/workflow/brief.js';
import type { GateName, ReasonOwner } from '../../gates/gate.js';
import { type GateAnswer, gateCheck } from '../../operations/gate/gateCheck.js';
import { hooksInstall } from '../../operations/hooks/hooksInstall.js';
import { hooksStatus } from '../../operations/hooks/hooksStatus.js';
import { loadLaneOperations } from '../../operations/loadLaneCatalogue.js';
import { gateSection } from '../standing.js';
import { act, type Prepared, read, type WorkflowCall } from '../workflow.js';
import { asks } from './asks.js';
import type { BlockedAct } from './question.js';

const gateOf: Readonly<Record<BlockedAct, GateName>> = {
  commit: 'review-ready',
  push: 'review-ready',
  merge: 'review-ready',
  close: 'close-check',
  accept: 'plan-accept',
};

/** Owners of reasons that concern a commit: its branch, and work in progress on it. */
const ofCommits: ReadonlySet<ReasonOwner> = new Set(['root_main_hygiene', 'feature_branch', 'task_identity']);
/** Resolved by the commit itself. */
const fixedByCommit: ReadonlySet<string> = new Set(['dirty_worktree', 'no_commit', 'no_changes_against_base']);

/** Explains why an act is blocked: each reason of its gate, with the remedy. */
export async function answerBlocked(call: WorkflowCall, blocked: BlockedAct, task?: string): Promise<Prepared> {
  const { markup, translate: t } = call;
  const of = task === undefined ? {} : { task };
  const check = await read(call, gateCheck, { gate: gateOf[blocked], ...of });
  const gate = blocked === 'commit' ? ofCommit(check) : check;
  const hooks = blocked === 'commit' || blocked === 'push' ? await call.invoke(hooksStatus, {}) : undefined;
  const isUnhooked = hooks !== undefined && !isRefusal(hooks) && !hooks.hooks.some(({ installed }) => installed);
  const waiting = blocked === 'merge' ? await lanesThatWait(call) : [];
  const { whenReady, whenNot, about } = wordsOf(call, blocked);
  const install: BriefAct[] = isUnhooked ? [act(t('Install Git Hooks'), hooksInstall, {})] : [];
  return {
    brief: {
      title: whenNot,
      sections: [
        gateSection(call, gate, whenReady, isUnhooked ? t('Open issues (not enforced here)') : t('Blocking issues')),
        { heading: t('Requirements'), lines: [about] },
        ...waiting,
      ],
      references: gate.task === null ? [] : [{ kind: 'task', ref: gate.task }],
      acts: [act(t('Check Gate'), gateCheck, { gate: gateOf[blocked], ...of }), ...install],
      missing: isUnhooked
        ? [t('Stateroom did not block this (its hooks are not installed). Git, the server or another hook did.')]
        : gate.branch === null
          ? [t('No branch is checked out here.')]
          : [t('Checked for the current state of branch {0}.', markup.text(gate.branch))],
    },
    asks: [asks.next(t), ...(gate.reasons.some(({ code }) => code.includes('finding')) ? [asks.findings(t)] : [])],
  };
}

function ofCommit(gate: GateAnswer): GateAnswer {
  const reasons = gate.reasons.filter(({ owner, code }) => ofCommits.has(owner) && !fixedByCommit.has(code));
  return { ...gate, reasons, ready: reasons.length === 0 };
}

interface Words {
  readonly whenReady: string;
  readonly whenNot: string;
  /** Explains when Stateroom blocks at all. */
  readonly about: string;
}

function wordsOf({ translate: t }: WorkflowCall, act: BlockedAct): Words {
  switch (act) {
    case 'commit':
      return {
        whenReady: t('No known issues block committing'),
        whenNot: t('What Blocks Committing'),
        about: t(
          'The commit hook rejects code on a protected branch, files owned by another lane, and changes that fail the repository’s format check.',
        ),
      };
    case 'push':
      return {
        whenReady: t('Nothing blocks pushing'),
        whenNot: t('What Blocks Pushing'),
        about: t(
          'The pre-push hook enforces these checks only for tasks in review and protected branches; otherwise they are warnings.',
        ),
      };
    case 'merge':
      return {
        whenReady: t('Nothing blocks merging this branch'),
        whenNot: t('What Blocks Merging'),
        about: t('A branch can be merged once it is ready for review, reviewed by someone else and approved.'),
      };
    case 'close':
      return {
        whenReady: t('Nothing blocks closing the task'),
        whenNot: t('What Blocks Closing'),
        about: t('A task can be closed once its slices are closed, its evidence is fresh and no findings are open.'),
      };
    case 'accept':
      return {
        whenReady: t('Nothing blocks accepting the plan'),
        whenNot: t('What Blocks Accepting the Plan'),
        about: t('A plan can be accepted once its exact text has passed a review by someone who did not write it.'),
      };
  }
}

/** Lanes waiting for a review, a merge or the end of a conflict, with the command to continue. */
async function lanesThatWait(call: WorkflowCall): Promise<readonly BriefSection[]> {
  const { markup, translate: t } = call;
  const { laneNeedsYou } = await loadLaneOperations();
  const found = await call.invoke(laneNeedsYou, {});
  if (isRefusal(found)) return [];
  const waiting = found.needs.filter(
    ({ kind }) => kind === 'approval' || kind === 'merge' || kind === 'unready' || kind === 'conflict',
  );
  if (waiting.length === 0) return [];
  return [
    {
      heading: t('Lanes waiting for review, merge or conflict resolution'),
      lines: waiting.map(({ ref, title, next }) =>
        markup.entry(t('{0} Next: {1}', `${markup.ref(ref)} ${markup.text(title)}.`, markup.text(`stateroom ${next}`))),
      ),
    },
  ];
}
