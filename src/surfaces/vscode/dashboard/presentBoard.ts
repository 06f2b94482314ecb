import type { Lane } from '../../../domain/lane/lane.js';
import type { WorkItemStatus } from '../../../domain/workItem/workItemStatus.js';
import { commandOf } from '../../../operations/commandOf.js';
import { laneOperationName } from '../../../operations/loadLaneCatalogue.js';
import { queueRelease } from '../../../operations/queue/queueRelease.js';
import { eventWords } from '../../../present/eventSentence.js';
import { laneViewRow } from '../../../present/laneViewRow.js';
import { workItemStatusLooks } from '../../../present/status.js';
import { blockerText } from '../../../present/workItemRow.js';
import type { Board, Card } from '../../../protocol/dashboardState.js';
import type { BoardCard, BoardReport } from '../../../reports/boardReport.js';
import { exactLocalTime } from '../support/localTime.js';
import { translate } from '../support/translate.js';
import type { GateState } from '../views/now/gateRows.js';
import { itemTraits, presentActive, shortAgent } from './presentCard.js';
import type { RowButtons } from './rowButtons.js';

/** Max characters of the last event on a card. */
const maxEventLength = 120;

const noCards = { total: 0, cards: [] };
export const emptyBoard: Board = {
  ready: noCards,
  working: noCards,
  review: noCards,
  done: noCards,
  waiting: noCards,
  parents: {},
  elsewhere: [],
};

/** Facts of a card that git tells. */
export interface CardFacts {
  /** Takes the lane's name. */
  ofLane(lane: string): Pick<Card, 'size' | 'conflicts'>;
  /** Takes the ref of a task. */
  gates(task: string): GateState;
  /** Reason why control starts no agent on an item; null for none. */
  held(ref: string): string | null;
  readonly elsewhere: BoardReport['elsewhere'];
}

/** Cards with their buttons, and the moves that the menus of their rows offer. */
export function presentBoard(
  { columns, waiting, parents }: BoardReport,
  lanes: readonly Lane[],
  facts: CardFacts,
  buttons: RowButtons,
): Board {
  const byRef = new Map(lanes.map(lane => [lane.ref, lane]));
  const called = new Map(lanes.map(({ lane, workItem, ref }) => [lane, workItem ?? ref]));
  const list = ({ total, cards }: BoardReport['waiting'], section: QueuedSection | undefined) => ({
    total,
    cards: cards.map(card => ({
      ...presentCard(card, byRef.get(card.lane ?? ''), section, buttons),
      ...withRefs(facts.ofLane(card.laneName ?? ''), called),
      held: facts.held(card.ref),
      task: card.task === null ? null : { ref: card.task, gates: gateMarks(facts.gates(card.task)) },
    })),
  });
  return {
    ready: list(columns.ready, 'ready'),
    working: list(columns.working, undefined),
    review: list(columns.review, undefined),
    done: list(columns.done, 'done'),
    waiting: list(waiting, 'blocked'),
    parents: { ...parents },
    elsewhere: facts.elsewhere.map(({ branch, worktreePath: path, maker }) => {
      const command = commandOf({ name: laneOperationName('laneAdopt') });
      return { branch, path, maker, adopt: buttons.add(branch, { command, arguments: [{ path: path ?? branch }] }) };
    }),
  };
}

/** Names lanes by the items that they do. */
function withRefs(facts: ReturnType<CardFacts['ofLane']>, called: ReadonlyMap<string, string>): typeof facts {
  return { ...facts, conflicts: facts.conflicts.map(lane => called.get(lane) ?? lane) };
}

function gateMarks(gates: GateState): NonNullable<Card['task']>['gates'] {
  if (gates.state !== 'judged') return [];
  return gates.gates.flatMap(({ gate, ready, reasons }) =>
    gate === 'plan-accept' ? [] : [{ gate, ready, reasons: reasons.length }],
  );
}

type QueuedSection = 'ready' | 'blocked' | 'done';

function presentCard(
  card: BoardCard,
  lane: Lane | undefined,
  section: QueuedSection | undefined,
  buttons: RowButtons,
): Omit<Card, 'size' | 'conflicts' | 'task' | 'held'> {
  const { ref, status, labels, assignee, parent, waits, last, checks } = card;
  const active = presentActive(card, lane, buttons);
  const queued = section && itemNode(ref, section, status ?? 'pending');
  const words =
    last === null
      ? undefined
      : eventWords(
          { ...last, actor: shortAgent(last.actor, card.laneName) },
          maxEventLength,
          translate,
          exactLocalTime,
        );
  return {
    ...active,
    ref,
    title: card.title,
    priority: card.priority,
    word: section === 'done' && status !== null && status !== 'done' ? endWord(status) : active.word,
    owner: section === 'ready' ? null : active.owner,
    labels: [...labels],
    assignee,
    parent,
    waits: waits && {
      words: waits.on.length === 0 ? null : waits.on.map(blocker => blockerText(blocker, translate)).join(', '),
      until: waits.until,
    },
    last:
      lane?.worker?.doing !== undefined
        ? { words: lane.worker.doing.line, at: lane.worker.doing.at }
        : words === undefined || last === null
          ? null
          : { words, at: last.at },
    checks: checks.map(check => ({ ...check })),
    acts: queued === undefined ? active.acts : buttons.of(queued.offering, queued),
    moves: movesOf(card, lane, queued, buttons),
  };
}

function endWord(status: WorkItemStatus): string {
  return workItemStatusLooks[status].word(translate);
}

function itemNode(ref: string, section: string, status: string) {
  const contextValue = itemTraits(section, status);
  return {
    offering: { view: 'stateroom.queue', traits: contextValue },
    ref,
    node: { id: ref, row: { type: 'workItem', item: { ref }, contextValue } },
  };
}

/** Ready work can be given to an agent, submitted work merged, and a claim without lane or task released. */
function movesOf(
  { ref, state, item, task }: BoardCard,
  lane: Lane | undefined,
  queued: ReturnType<typeof itemNode> | undefined,
  buttons: RowButtons,
): Card['moves'] {
  const move = (to: Card['moves'][number]['to'], id: string | undefined) => (id === undefined ? [] : [{ to, id }]);
  if (queued !== undefined)
    return move('working', buttons.move(queued.offering, queued, ['stateroom.lane.startOnItem']));
  if (lane !== undefined) {
    if (state === 'IN_REVIEW')
      return move('done', buttons.add(ref, { command: 'stateroom.review.finish', arguments: [{ lane: lane.lane }] }));
    const row = { type: 'lane', lane, ...laneViewRow(lane, {}, translate) };
    const offering = { view: 'stateroom.lanes', traits: row.contextValue };
    const merge = commandOf({ name: laneOperationName('workerMerge') });
    return move('done', buttons.move(offering, { ref: lane.ref, node: { id: lane.id, row } }, [merge]));
  }
  if (state !== 'in_flight' || item === null || task !== null) return [];
  const claim = itemNode(item, 'in_flight', 'in_flight');
  return move('ready', buttons.move(claim.offering, claim, [commandOf(queueRelease)]));
}
