import type { BriefAct } from '../../domain/workflow/brief.js';
import { queueAdd } from '../../operations/queue/queueAdd.js';
import { queueNext } from '../../operations/queue/queueNext.js';
import { repositoryDashboard } from '../../operations/repository/repositoryDashboard.js';
import { contextSections } from '../../present/contextSections.js';
import type { DashboardReport } from '../../reports/dashboardReport.js';
import { references } from '../standing.js';
import { act, type Prepared, type WorkflowCall } from '../workflow.js';
import { actOfNeed } from './actOfNeed.js';
import { asks } from './asks.js';

/** Items that need a person, work in progress, and the next item with its reason. */
export function answerStanding(call: WorkflowCall, report: DashboardReport): Prepared {
  const { translate: t } = call;
  const { queue, needsYou, working, upNext, stuck } = contextSections(report, call);
  const isEmpty = Object.values(report.counts).every(count => count === 0);
  return {
    brief: {
      title: t('State of Work'),
      sections: [queue, needsYou, working, upNext, stuck].filter(section => section !== undefined),
      references: references(firstOf(report)),
      acts: [
        ...queueActs(call, report),
        ...(isEmpty ? [act(t('Add Work Item'), queueAdd, {})] : []),
        act(t('Open Home'), repositoryDashboard, {}),
      ],
      missing: [],
    },
    asks: report.working.total > 0 ? [asks.working(t)] : [asks.changes(t)],
  };
}

/** Acts for the first item that needs a person and the next ready one. */
export function queueActs({ translate: t }: WorkflowCall, { needsYou, upNext }: DashboardReport): BriefAct[] {
  const [first] = needsYou.rows;
  const answer = first === undefined ? undefined : actOfNeed(t, first);
  return [
    ...(answer === undefined ? [] : [answer]),
    ...(upNext.rows.length === 0 ? [] : [act(t('Claim Next'), queueNext, {})]),
  ];
}

export function firstOf({ needsYou, upNext }: DashboardReport) {
  return [...needsYou.rows.slice(0, 1), ...upNext.rows.slice(0, 1)];
}
