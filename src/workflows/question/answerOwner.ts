import { claiming } from '../../domain/lane/laneClaim.js';
import { isOwned } from '../../domain/lane/ownedPath.js';
import { isRefusal } from '../../domain/refusal/refusal.js';
import { withoutTrailing } from '../../domain/text/withoutTrailing.js';
import type { BriefAct } from '../../domain/workflow/brief.js';
import { findingList } from '../../operations/finding/findingList.js';
import type { LaneOfList } from '../../operations/lane/laneList.js';
import { laneOperationName, loadLaneOperations } from '../../operations/loadLaneCatalogue.js';
import { taskList } from '../../operations/task/taskList.js';
import { touchedList } from '../../operations/touched/touchedList.js';
import { listSection, references } from '../standing.js';
import { type Prepared, read, type WorkflowCall } from '../workflow.js';
import { laneLine } from './answerWorking.js';

const max = { tasks: 10, files: 1000 };

/** Lanes that own a file or folder, or part of it, and active tasks that touched it. */
export async function answerOwner(call: WorkflowCall, words: string): Promise<Prepared> {
  const { markup, translate: t } = call;
  const path = withoutTrailing(words.replace(/^\.?\/+/, ''), '/') || '.';
  const { laneList } = await loadLaneOperations();
  const listed = await read(call, laneList, { noDistance: true });
  const owners = listed.lanes.filter(lane => owns(lane, path));
  const touching = await tasksThatTouched(call, path);
  const found = await call.invoke(findingList, { path, limit: 1 });
  const open = isRefusal(found) ? 0 : Object.values(found.counts.open).reduce((sum, count) => sum + count, 0);
  const shown = markup.text(path);
  return {
    brief: {
      title: t('Who Owns {0}', markup.text(path)),
      sections: [
        {
          heading: t('Lanes that own it or part of it'),
          lines:
            owners.length === 0
              ? [t('No open lane owns {0}. Anyone may change it.', shown)]
              : owners.map(lane => markup.entry(laneLine(call, lane))),
        },
        listSection(call, t('Active tasks that touched it'), touching, ({ ref, objective, files }) => {
          const where = files.length === 1 ? markup.place(files[0] ?? '') : t('{0} files', files.length);
          return `${markup.ref(ref)} ${markup.text(objective)} (${where})`;
        }),
      ],
      references: references([...owners, ...touching]),
      acts: owners
        .filter(({ status }) => claiming.has(status))
        .map(lane => writeTo(call, lane))
        .slice(0, 3),
      missing: [],
    },
    asks: open > 0 ? [t('Which findings are open in {0}?', path)] : [],
  };
}

/** True if the lane owns the path, something in it, or a folder above it. */
function owns({ ownedPaths }: LaneOfList, path: string): boolean {
  if (ownedPaths.length === 0) return false;
  return path === '.' || isOwned(path, ownedPaths) || ownedPaths.some(owned => owned.startsWith(`${path}/`));
}

function writeTo({ translate: t }: WorkflowCall, { lane }: LaneOfList): BriefAct {
  return { title: t('Send Message to {0}', lane), operation: laneOperationName('messageSend'), input: { to: lane } };
}

interface Touching {
  readonly ref: string;
  readonly objective: string;
  readonly files: readonly string[];
}

async function tasksThatTouched(call: WorkflowCall, path: string): Promise<readonly Touching[]> {
  const live = await read(call, taskList, { live: true, limit: max.tasks });
  const found: Touching[] = [];
  for (const { ref, objective } of live.tasks) {
    const touched = await read(call, touchedList, { task: ref, limit: max.files });
    const files = touched.files
      .map(file => file.path)
      .filter(file => path === '.' || file === path || file.startsWith(`${path}/`));
    if (files.length > 0) found.push({ ref, objective, files: [...new Set(files)] });
  }
  return found;
}
