import type { Lane } from '../../domain/lane/lane.js';
import { repositoryDashboard } from '../../operations/repository/repositoryDashboard.js';
import { contextSections } from '../../present/contextSections.js';
import { laneStatusWords, workerStateLooks } from '../../present/status.js';
import { references } from '../standing.js';
import { type Prepared, read, type WorkflowCall } from '../workflow.js';
import { asks } from './asks.js';

export async function answerWorking(call: WorkflowCall): Promise<Prepared> {
  const { translate: t } = call;
  const report = await read(call, repositoryDashboard, {});
  const { working } = contextSections(report, call);
  return {
    brief: {
      title: t('Who Is Working on What'),
      sections: [
        working ?? { heading: t('No work in progress'), lines: [t('No claims, open lanes or active tasks.')] },
      ],
      references: references(report.working.rows.flatMap(({ item, lane, task }) => [item, lane, task])),
      acts: [],
      missing: [],
    },
    asks: [asks.needs(t), asks.changes(t)],
  };
}

export function laneLine(call: WorkflowCall, lane: Lane): string {
  const { markup, translate: t } = call;
  const { ref, lane: name, status, state, worker, task, ownedPaths } = lane;
  const facts = [
    laneStatusWords[status](t),
    ...(worker?.agent == null ? [] : [markup.strong(markup.text(worker.agent))]),
    ...(state === null ? [] : [workerStateLooks[state].word(t)]),
    ...(task === null ? [] : [markup.ref(task)]),
  ];
  const owned = ownedPaths.slice(0, 5).map(path => markup.text(path));
  const owns = owned.length === 0 ? [] : [t('owns {0}', owned.join(', '))];
  return `${markup.ref(ref)} ${markup.text(name)} (${[...facts, ...owns].join('; ')})`;
}
