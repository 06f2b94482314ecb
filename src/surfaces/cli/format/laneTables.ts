import type { Lane } from '../../../domain/lane/lane.js';
import { say } from '../../../messages/say.js';
import type { laneList } from '../../../operations/lane/laneList.js';
import { livenessWord } from '../../../present/laneViewRow.js';
import { workerStateLooks } from '../../../present/status.js';
import { english } from '../../../reports/translate.js';
import type { Answer } from './resultText.js';
import { type Paint, tonePaints } from './style.js';
import { type Column, idColumn, table } from './table.js';
import { oneLine } from './text.js';
import { type View, when } from './view.js';

const state: Column<Lane> = {
  title: 'state',
  text: stateText,
  paint: lane => (lane.state === null ? undefined : tonePaints[workerStateLooks[lane.state].tone]),
};
const health: Column<Lane> = { title: 'health', text: healthText, paint: healthPaint };
const branch: Column<Lane> = { title: 'branch', text: lane => lane.branch, minimum: 16, spare: true };
const port: Column<Lane> = {
  title: 'port',
  text: lane => (lane.port === null ? '' : String(lane.port)),
  alignRight: true,
  spare: true,
};
const after: Column<Lane> = { title: 'after', text: lane => lane.after.join(', '), minimum: 8, spare: true };

export const laneColumns: readonly Column<Answer<typeof laneList>['lanes'][number]>[] = [
  idColumn,
  { title: 'lane', text: ({ lane }) => lane, minimum: 12 },
  { title: 'status', text: closedWord, paint: ({ status }) => statusPaints[status] ?? 'dim' },
  { ...state, title: 'worker' },
  health,
  branch,
  { title: '+/-', text: ({ ahead, behind }) => (ahead === null ? '' : `+${ahead} -${behind}`), spare: true },
  { title: 'failing', text: ({ failing }) => failing.join(', '), minimum: 8, paint: 'red', spare: true },
  port,
  after,
  {
    title: 'for',
    text: ({ task, workItem }) => [task, workItem].filter(ref => ref !== null).join(' '),
    minimum: 6,
    paint: 'dim',
  },
  { title: 'what', text: ({ description }) => description, minimum: 12 },
  { title: 'opened', text: ({ createdAt }, view) => when(createdAt, view), paint: 'dim', spare: true },
];

const statusPaints: Readonly<Partial<Record<Lane['status'], Paint>>> = {
  active: 'green',
  blocked: 'red',
  review: 'yellow',
};

const workerColumns: readonly Column<Lane>[] = [
  { title: 'worker', text: ({ lane }) => lane, minimum: 12, paint: 'cyan' },
  state,
  { title: 'since', text: ({ worker }, view) => when(worker?.stateChangedAt ?? null, view) },
  health,
  { title: 'heartbeat', text: ({ worker }, view) => when(worker?.lastBeatAt ?? null, view), spare: true },
  { title: 'agent', text: ({ worker }) => worker?.agent, minimum: 10 },
  { title: 'review', text: reviewText, minimum: 10, spare: true },
  branch,
  port,
  after,
  {
    title: 'details',
    text: ({ worker, waitsFor, description }) =>
      waitsFor.length > 0
        ? `waits: ${waitsFor.map(({ text }) => say(text)).join('; ')}`
        : (worker?.reason ?? description),
    minimum: 12,
    paint: 'dim',
  },
];

/** Renders workers, one per line, then the reasons for missing heartbeats and the next steps. */
export function workerTable(lanes: readonly Lane[], view: View): string {
  const troubles = lanes.flatMap(lane => {
    const trouble = lane.worker?.trouble ?? null;
    if (trouble === null) return [];
    const paint = healthPaint(lane);
    const word = paint === undefined ? healthText(lane) : view.style[paint](healthText(lane));
    return [`${word} ${lane.lane}: ${oneLine(say(trouble.reason))}`, `  ${oneLine(say(trouble.next))}`];
  });
  return [table(workerColumns, lanes, view), ...(troubles.length === 0 ? [] : ['', ...troubles])].join('\n');
}

/** `L-3 (login)` */
export function called({ ref, lane }: Pick<Lane, 'ref' | 'lane'>): string {
  return `${ref} (${lane})`;
}

export function isOver({ status }: Pick<Lane, 'status'>): boolean {
  return status === 'merged' || status === 'closed';
}

/** `active`, or `closed, cancelled`. */
export function closedWord({ status, closeReason }: Pick<Lane, 'status' | 'closeReason'>): string {
  return closeReason === null ? status : `${status}, ${closeReason}`;
}

/** Empty for a lane that never had a worker. */
export function stateText({ state }: Pick<Lane, 'state'>): string {
  return state === null ? '' : workerStateLooks[state].word(english);
}

/** Returns the state of review; empty before the first submission. */
function reviewText({ state, worker }: Lane): string {
  if (worker === null) return '';
  if (worker.approvedBy !== null) return `approved by ${worker.approvedBy}`;
  if (state === 'IN_REVIEW') return 'waiting';
  return worker.submitted !== null && state === 'WORKING' ? 'changes requested' : '';
}

/** Returns the worker's health; empty if no heartbeat is expected. */
export function healthText(lane: Lane): string {
  const { worker } = lane;
  if (worker === null || worker.liveness === 'none' || isOver(lane)) return '';
  return worker.liveness === 'WAITING' ? livenessWord('WAITING', english) : worker.liveness.toLowerCase();
}

function healthPaint({ worker }: Lane): Paint | undefined {
  switch (worker?.liveness) {
    case 'ok':
      return 'green';
    case 'WAITING':
    case 'WARN':
      return 'yellow';
    case 'STALE':
    case 'DEAD':
      return 'red';
    default:
      return undefined;
  }
}
