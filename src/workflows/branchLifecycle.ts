import { isRefusal, RefusalError } from '../domain/refusal/refusal.js';
import type { BriefAct } from '../domain/workflow/brief.js';
import type { Sentence } from '../messages/sentence.js';
import { gateCheck } from '../operations/gate/gateCheck.js';
import { reviewChanges } from '../operations/review/reviewChanges.js';
import { reviewStart } from '../operations/review/reviewStart.js';
import { sliceStart } from '../operations/slice/sliceStart.js';
import { taskFinish } from '../operations/task/taskFinish.js';
import { taskShow } from '../operations/task/taskShow.js';
import { taskStart } from '../operations/task/taskStart.js';
import { gateSection, type ShownTask, taskLines, taskNamedIn } from './standing.js';
import { act, defineWorkflow, type Prepared, read, type WorkflowCall } from './workflow.js';

const stages = ['started', 'changed', 'ready', 'closable'] as const;
type Stage = (typeof stages)[number];

/** A branch's position between start and merge, and the next step. */
export const branchLifecycle = defineWorkflow({
  name: 'branch-lifecycle',
  title: t => t('Branch Lifecycle'),
  summary: 'Shows how far this branch is from start to merge, and the next step.',
  argumentHint: t => t('Purpose of a new branch (empty = current branch)'),
  sample: 'what is the next step on this branch?',
  steps: [
    'Read the brief above. It names the current stage and what is missing for the next one.',
    'If there is no task, start one: switch_task start with a work item or an objective. It creates the branch and its worktree and answers where to work; do not create them yourself.',
    'Work in slices: slices start with a test that fails now, make the change, then close_slice with the evidence.',
    'When it is ready, request a review (the branch-review prompt). Authors never approve their own work.',
    'When it is ready to close, finish the task. Never bypass a gate: its reasons say what to do.',
  ],
  async prepare(call, request): Promise<Prepared> {
    const { markup, translate: t } = call;
    const named = taskNamedIn(request);
    const shown = await call.invoke(taskShow, named);
    if (isRefusal(shown)) {
      if (shown.code !== 'not_found' || named.task !== undefined) throw new RefusalError(shown);
      return withoutTask(call, request, shown.message);
    }
    const of = { task: shown.task.ref };
    const review = await read(call, gateCheck, { gate: 'review-ready', ...of });
    // The only task counts as current even on another branch, whose state is then unknown.
    const isElsewhere = named.task === undefined && shown.task.branch !== null && shown.task.branch !== review.branch;
    if (isElsewhere) return withoutTask(call, request);
    const close = await read(call, gateCheck, { gate: 'close-check', ...of });
    const changes = await call.invoke(reviewChanges, of);
    const count = isRefusal(changes) ? 0 : changes.count;
    const stage: Stage = close.ready ? 'closable' : review.ready ? 'ready' : count > 0 ? 'changed' : 'started';
    const { branch } = shown.task;
    return {
      brief: {
        title: t('Branch Lifecycle: {0}', markup.text(branch ?? shown.task.ref)),
        sections: [
          { heading: t('Task'), lines: taskLines(call, shown) },
          { heading: t('Progress'), lines: stageLines(call, stage, count) },
          gateSection(call, review, t('Ready for review'), t('Not ready for review')),
          gateSection(call, close, t('Ready to close'), t('Not ready to close')),
        ],
        references: [{ kind: 'task', ref: shown.task.ref }],
        acts: [nextAct(call, stage, shown)],
        missing: isRefusal(changes) ? [markup.text(call.tell(changes.message))] : [],
      },
    };
  },
});

function withoutTask({ markup, translate: t, tell }: WorkflowCall, request: string, why?: Sentence): Prepared {
  const objective = request.trim().slice(0, 2000);
  return {
    brief: {
      title: t('Branch Lifecycle'),
      sections: [{ heading: t('Progress'), lines: [t('Not started: this branch has no task.')] }],
      references: [],
      acts: [act(t('Start Task'), taskStart, objective === '' ? {} : { objective })],
      missing: why === undefined ? [] : [markup.text(tell(why))],
    },
  };
}

function stageLines({ markup, translate: t }: WorkflowCall, reached: Stage, files: number): string[] {
  const named: Readonly<Record<Stage, string>> = {
    started: t('Task has a branch'),
    changed: files > 1 ? t('{0} files changed', files) : t('Files changed'),
    ready: t('Ready for review'),
    closable: t('Ready to close'),
  };
  return stages.map(stage => {
    const isReached = stages.indexOf(stage) <= stages.indexOf(reached);
    return markup.entry(isReached ? t('{0}: yes', named[stage]) : t('{0}: not yet', named[stage]));
  });
}

function nextAct({ translate: t }: WorkflowCall, stage: Stage, { task, slices }: ShownTask): BriefAct {
  const of = { task: task.ref };
  if (stage === 'closable') return act(t('Finish Task'), taskFinish, of);
  if (stage === 'ready') {
    return act(t('Start Review'), reviewStart, { ...of, subject: task.branch ?? task.ref });
  }
  return slices.some(({ status }) => status === 'open') || task.light
    ? act(t('Check Gate'), gateCheck, { gate: 'review-ready', ...of })
    : act(t('Start Slice'), sliceStart, of);
}
