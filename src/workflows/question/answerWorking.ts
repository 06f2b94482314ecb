import type { Lane } from '../../domain/lane/lane.js';
import type { BriefSection } from '../../domain/workflow/brief.js';
import { loadLaneOperations } from '../../operations/loadLaneCatalogue.js';
import { repositoryDashboard } from '../../operations/repository/repositoryDashboard.js';
import { taskList } from '../../operations/task/taskList.js';
import { laneStatusWords, workerStateLooks } from '../../present/status.js';
import { contextSections } from '../../reports/contextSections.js';
import { listSection, references } from '../standing.js';
import { type Prepared, read, type WorkflowCall } from '../workflow.js';
import { asks } from './asks.js';

const max = 10;

/** Who works on what: claims of the queue, lanes with their workers, active tasks. */
export async function answerWorking(call: WorkflowCall): Promise<Prepared> {
  const { markup, translate: t } = call;
  const { laneList } = await loadLaneOperations();
  const report = await read(call, repositoryDashboard, {});
  const listed = await read(call, laneList, { noDistance: true });
  const live = await read(call, taskList, { live: true, limit: max });
  const { working } = contextSections(report, call);
  const { lanes } = listed;
  const sections: (BriefSection | undefined)[] = [
    working,
    lanes.length === 0 ? undefined : listSection(call, t('Lanes'), lanes, lane => laneLine(call, lane), { most: max }),
    live.tasks.length === 0
      ? undefined
      : {
          heading: t('Active tasks'),
          lines: live.tasks.map(({ ref, objective, branch, focus }) =>
            markup.entry(
              [
                `${markup.ref(ref)} ${markup.text(objective)}`,
                ...(branch === null ? [] : [markup.text(branch)]),
                ...(focus === null ? [] : [t('focus: {0}', markup.text(focus))]),
              ].join(' · '),
            ),
          ),
        },
  ];
  const shown = sections.filter(section => section !== undefined);
  return {
    brief: {
      title: t('Who Is Working on What'),
      sections:
        shown.length > 0
          ? shown
          : [{ heading: t('No work in progress'), lines: [t('No claims, open lanes or active tasks.')] }],
      references: references([...report.working.rows, ...lanes.slice(0, max), ...live.tasks]),
      acts: [],
      missing: [],
    },
    asks: [asks.needs(t), asks.changes(t)],
  };
}

/** A lane with its worker and what it owns. */
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
