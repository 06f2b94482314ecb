import type { BriefAct, BriefSection } from '../../domain/workflow/brief.js';
import { gateCheck } from '../../operations/gate/gateCheck.js';
import { repositoryDashboard } from '../../operations/repository/repositoryDashboard.js';
import { type Now, repositoryNow } from '../../operations/repository/repositoryNow.js';
import { contextSections } from '../../present/contextSections.js';
import { references } from '../standing.js';
import { act, type Prepared, read, type WorkflowCall } from '../workflow.js';
import { firstOf, queueActs } from './answerStanding.js';
import { asks } from './asks.js';

const max = { actions: 3, blockers: 3 };

/** The current task, then items that wait for a person, then ready ones. */
export async function answerNext(call: WorkflowCall): Promise<Prepared> {
  const { translate: t } = call;
  const now = await read(call, repositoryNow, {});
  const report = await read(call, repositoryDashboard, {});
  const { queue, needsYou, upNext } = contextSections(report, call);
  const hand = handSection(call, now);
  const check: BriefAct[] =
    now.task === null ? [] : [act(t('Check Gate'), gateCheck, { gate: 'review-ready', task: now.task.ref })];
  return {
    brief: {
      title: t('Next Steps'),
      sections: [...hand, ...(hand.length === 0 ? [queue] : []), needsYou, upNext].filter(
        section => section !== undefined,
      ),
      references: references([now.task, ...firstOf(report)]),
      acts: [...queueActs(call, report), ...check],
      missing: [],
    },
    asks: [asks.needs(t), ...(now.task === null ? [asks.changes(t)] : [asks.push(t)])],
  };
}

function handSection({ markup, translate: t }: WorkflowCall, { task, actions, blockers, slices }: Now): BriefSection[] {
  if (task === null) return [];
  const pending = actions.rows.filter(({ status }) => status === 'pending').slice(0, max.actions);
  const slice = slices.rows.find(({ status }) => status !== 'closed');
  return [
    {
      heading: t('In progress here'),
      lines: [
        `${markup.ref(task.ref)} ${markup.text(task.objective)}`,
        '',
        ...blockers
          .slice(0, max.blockers)
          .map(({ ref, description }) => markup.entry(t('Blocked by {0}: {1}', ref, markup.text(description)))),
        ...(slice === undefined ? [] : [markup.entry(t('Slice {0}: {1}', slice.ref, markup.text(slice.title)))]),
        ...pending.map(({ ref, action }) => markup.entry(t('Next action {0}: {1}', ref, markup.text(action)))),
        ...(slice === undefined && pending.length === 0 ? [markup.entry(t('No open slices or next actions.'))] : []),
      ],
    },
  ];
}
