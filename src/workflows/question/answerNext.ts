import { listedFacts } from '../../domain/records.js';
import { shownText } from '../../domain/session/openRecords.js';
import type { BriefAct, BriefSection } from '../../domain/workflow/brief.js';
import { gateCheck } from '../../operations/gate/gateCheck.js';
import { repositoryDashboard } from '../../operations/repository/repositoryDashboard.js';
import { type Now, openIn, repositoryNow } from '../../operations/repository/repositoryNow.js';
import { contextSections } from '../../present/contextSections.js';
import { inLanguage } from '../../present/inLanguage.js';
import { references } from '../standing.js';
import { act, type Prepared, read, type WorkflowCall } from '../workflow.js';
import { firstOf, queueActs } from './answerStanding.js';
import { asks } from './asks.js';

const max = { actions: 3, others: 3 };

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

/** The task of this worktree with its next steps. */
function handSection({ markup, translate: t }: WorkflowCall, now: Now): BriefSection[] {
  const { task, actions, slices } = now;
  if (task === null) return [];
  const pending = actions.rows.filter(({ status }) => status === 'pending').slice(0, max.actions);
  const slice = slices.rows.find(({ status }) => status !== 'closed');
  return [
    {
      heading: t('In progress here'),
      lines: [
        `${markup.ref(task.ref)} ${markup.text(task.objective)}`,
        '',
        ...openIn(now).flatMap(([name, rows]) =>
          rows
            .slice(0, max.others)
            .map(row =>
              markup.entry(
                `${inLanguage(t, listedFacts(name).names.one)} ${row.ref}: ${markup.text(shownText(name, row))}`,
              ),
            ),
        ),
        ...(slice === undefined ? [] : [markup.entry(t('Slice {0}: {1}', slice.ref, markup.text(slice.title)))]),
        ...pending.map(({ ref, action }) => markup.entry(t('Next action {0}: {1}', ref, markup.text(action)))),
        ...(slice === undefined && pending.length === 0 ? [markup.entry(t('No open slices or next actions.'))] : []),
      ],
    },
  ];
}
