import type { Lane } from '../../../domain/lane/lane.js';
import type { Need, NeedKind } from '../../../domain/lane/need.js';
import { commandOf } from '../../../operations/commandOf.js';
import { queueAdvance } from '../../../operations/queue/queueAdvance.js';
import { isAtWork, laneViewRow, laneWord } from '../../../present/laneViewRow.js';
import { progressWord } from '../../../present/progressWord.js';
import type { Card } from '../../../protocol/dashboardState.js';
import type { BoardCard } from '../../../reports/boardReport.js';
import { inEditorsLanguage } from '../support/inEditorsLanguage.js';
import { translate } from '../support/translate.js';
import { needViewRow, withActs } from '../views/needsYou/needsYouRows.js';
import type { RowButtons } from './rowButtons.js';

/** Interval of heartbeat checks while the page is visible, in ms: heartbeats write no event. */
const heartbeatInterval = 30_000;

/** Commands that precede the first one of a row's menu: nobody approves a lane or closes a report unread. */
const firstCommands: Partial<Record<NeedKind, string>> = {
  approval: 'stateroom.lane.showChanges',
  report: 'stateroom.lane.showReports',
};

const needsView = 'stateroom.needsYou';

type ActiveCard = Pick<
  Card,
  'lane' | 'word' | 'why' | 'owner' | 'ownerRole' | 'life' | 'since' | 'leaseUntil' | 'needs' | 'acts'
>;

/** The state of a piece of work, its needs, and the buttons that its rows in views have. `lane` is its lane if that is open. */
export function presentActive(card: BoardCard, lane: Lane | undefined, buttons: RowButtons): ActiveCard {
  const { needs, state, who, title } = card;
  const agent = lane?.worker?.agent ?? null;
  const isSaid = needs.some(need => need.ref === lane?.ref);
  return {
    lane: lane === undefined ? null : { ref: lane.ref, name: lane.lane },
    word: isSaid ? null : wordOf(card, lane),
    why: lane?.worker?.reason == null || needs.length > 0 ? null : inEditorsLanguage(lane.worker.reason),
    owner: shortAgent(state === null ? (agent ?? who) : (who ?? agent), card.laneName),
    ownerRole: card.role,
    // For a dead worker, the need already has the time.
    life: lane === undefined || needs.some(({ kind }) => kind === 'dead') ? null : lifeOf(lane),
    since: card.since,
    leaseUntil: card.leaseUntil,
    needs: needs.map(need => ({
      kind: need.kind,
      ref: need.ref,
      title: need.title === title ? null : need.title,
      question: need.text === null ? null : inEditorsLanguage(need.text),
      owner: shortAgent(need.from, card.laneName),
      since: need.since,
      blocks: need.blocks,
      choices: need.acts[0]?.operation === queueAdvance.name ? choiceActs(need, card.choices, buttons) : [],
      acts: needActs(need, buttons),
    })),
    acts: needs.length > 0 ? [] : progressActs(card, lane, buttons),
  };
}

/** `codex` for `codex-w12-limit`: an agent of a lane is called by its program and the lane. */
export function shortAgent(name: string | null, lane: string | null): string | null {
  const suffix = `-${lane}`;
  return name !== null && lane !== null && name.endsWith(suffix) ? name.slice(0, -suffix.length) || name : name;
}

function wordOf({ state, laneName, task }: BoardCard, lane: Lane | undefined): string | null {
  if (state === null) return lane === undefined ? null : laneWord(lane, translate);
  return laneName === null && task === null ? null : progressWord(state, translate);
}

function choiceActs({ ref }: Need, choices: readonly string[], buttons: RowButtons): Card['acts'] {
  return choices.map(answer => {
    const command = { command: commandOf(queueAdvance), arguments: [{ id: ref, answer }] };
    return { id: buttons.add(`${ref} ${answer}`, command), label: answer };
  });
}

/** Acts of the same need's row in the Needs You view. */
function needActs(need: Need, buttons: RowButtons): Card['acts'] {
  if (need.kind === 'workItem') {
    const row = { type: 'workItem', item: { ref: need.ref }, contextValue: itemTraits('needs_you', 'waiting_human') };
    return itemActs(needsView, need.ref, withActs(row, need), buttons);
  }
  const row = needViewRow(need, Date.parse(need.since));
  const offering = { view: needsView, traits: row.contextValue };
  return buttons.of(offering, {
    ref: need.ref,
    node: { id: row.id, row: { ...row } },
    first: firstCommands[need.kind],
  });
}

/** Acts of the lane's row in the Lanes view or, for a claim without a lane, of the item's row in the Queue view. */
function progressActs({ state, item }: BoardCard, lane: Lane | undefined, buttons: RowButtons): Card['acts'] {
  if (lane !== undefined) {
    const row = { type: 'lane', lane, ...laneViewRow(lane, {}, translate) };
    return buttons.of(
      { view: 'stateroom.lanes', traits: row.contextValue },
      { ref: lane.ref, node: { id: lane.id, row } },
    );
  }
  if (state !== 'in_flight' || item === null) return [];
  const row = { type: 'workItem', item: { ref: item }, contextValue: itemTraits('in_flight', 'in_flight') };
  return itemActs('stateroom.queue', item, row, buttons);
}

export function itemTraits(section: string, status: string): string {
  return `workItem section:${section} status:${status}`;
}

function itemActs(
  view: string,
  ref: string,
  row: { readonly contextValue: string },
  buttons: RowButtons,
): Card['acts'] {
  return buttons.of({ view, traits: row.contextValue }, { ref, node: { id: ref, row: { ...row } } });
}

/** Time of the next possible change of a worker's liveness, ms UTC; undefined if none is expected. */
export function nextLifeChange(lanes: readonly Lane[], now: number): number | undefined {
  const living = lanes.flatMap(({ worker }) => (worker !== null && isAtWork(worker) ? [worker] : []));
  if (living.length === 0) return undefined;
  const times = living.flatMap(({ livenessChangesAt }) => livenessChangesAt ?? []).map(time => Date.parse(time));
  return Math.min(now + heartbeatInterval, ...times);
}

function lifeOf({ worker }: Lane): Card['life'] {
  if (worker === null || !isAtWork(worker)) return null;
  if (worker.lastBeatAt === null && worker.state !== 'WORKING') return null;
  return { level: worker.liveness, lastAt: worker.lastBeatAt };
}
