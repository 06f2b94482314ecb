import type { Need } from '../../../../domain/lane/need.js';
import { openChoices } from '../../../../domain/workItem/question.js';
import type { WorkItem } from '../../../../domain/workItem/workItem.js';
import { isOfLanes } from '../../../../operations/isOfLanes.js';
import { queueAdvance } from '../../../../operations/queue/queueAdvance.js';
import type { LaneViewRow } from '../../../../present/laneViewRow.js';
import { needRow } from '../../../../present/needRow.js';
import { labelled, type ViewRow } from '../../../../present/viewRow.js';
import type { StatusOutput } from '../../repository/repositoryState.js';
import { inEditorsLanguage } from '../../support/inEditorsLanguage.js';
import { translate } from '../../support/translate.js';
import { itemRow } from '../queue/queueRows.js';

export type NeedsYouRow = NeedRow | AskedItemRow;

/** A need other than a work item, such as a lane, message, report, finding or blocker: `need/question.M-7`. */
interface NeedRow extends ViewRow, Pick<LaneViewRow, 'input' | 'inputs'> {
  readonly type: 'need';
  readonly need: Need;
  readonly children?: undefined;
}

/** A work item that needs a person; commands accept it like its row in the Queue view. */
interface AskedItemRow extends ViewRow, Pick<LaneViewRow, 'inputs'> {
  readonly type: 'workItem';
  readonly item: WorkItem;
  /** Undefined for an unranked item. */
  readonly need: Need | undefined;
  readonly children?: undefined;
}

/** Returns the rows at `now` (ms UTC) in the order of the count; unranked work items come last. */
export function needsYouRows(
  { needs, needsYou }: Pick<StatusOutput, 'needs' | 'needsYou'>,
  now: number,
): NeedsYouRow[] {
  const items = new Map(needsYou.map(item => [item.ref, item]));
  const ranked = needs.map((need): NeedsYouRow => {
    const item = need.kind === 'workItem' ? items.get(need.ref) : undefined;
    if (item === undefined) return needViewRow(need, now);
    items.delete(need.ref);
    return askedItemRow(item, need, now);
  });
  const others = [...items.values()].map(
    (item): NeedsYouRow => ({ ...itemRow(item, now), need: undefined, inputs: undefined }),
  );
  return [...ranked, ...others];
}

export function needViewRow(need: Need, now: number): NeedRow {
  return {
    type: 'need',
    id: `need/${need.kind}.${need.ref}`,
    need,
    ...drawn(need),
    ...needRow(need, now, translate, inEditorsLanguage),
  };
}

function askedItemRow(item: WorkItem, need: Need, now: number): AskedItemRow {
  const { label, description, spoken, icon, color, changesAt } = needRow(need, now, translate, inEditorsLanguage);
  const choices = openChoices(item.questions);
  const answers = choices.length === 0 ? {} : labelled(label, [choices.join(' / '), description]);
  const row = { ...itemRow(item, now), label, description, spoken, icon, color, changesAt, need, ...answers };
  return withActs({ ...row, ...drawn(need), inputs: undefined }, need);
}

/** Adds next acts other than an answer as context for the menus, with the input for acts on lanes. */
export function withActs<Row extends Pick<AskedItemRow, 'contextValue' | 'inputs'>>(
  row: Row,
  { acts }: Pick<Need, 'acts'>,
): Row {
  const [first] = acts;
  if (first === undefined || first.operation === queueAdvance.name) return row;
  const ofLanes = acts.filter(({ operation }) => isOfLanes(operation));
  return {
    ...row,
    contextValue: `${row.contextValue} act:${first.operation}`,
    inputs: Object.fromEntries(ofLanes.map(({ operation, input }) => [operation, input])),
  };
}

/** The tooltip is built on hover. */
function drawn({ text, since, from }: Need): Pick<ViewRow, 'revision'> {
  return { revision: JSON.stringify([text, since, from]) };
}
