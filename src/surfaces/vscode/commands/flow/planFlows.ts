import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { PlanItem } from '../../../../domain/plan/plan.js';
import type { PlanCursor } from '../../../../domain/plan/planCursor.js';
import { actOfState, nextPlanCursorState } from '../../../../domain/plan/planCursorRule.js';
import { type PlanCursorState, planCursorStates } from '../../../../domain/plan/planCursorState.js';
import { isRefusal } from '../../../../domain/refusal/refusal.js';
import { planAttest } from '../../../../operations/plan/planAttest.js';
import { planCursors } from '../../../../operations/plan/planCursors.js';
import { planDispatch } from '../../../../operations/plan/planDispatch.js';
import { planMove } from '../../../../operations/plan/planMove.js';
import { planCursorWords } from '../../../../present/status.js';
import { invokeOrThrow } from '../../support/invokeOrThrow.js';
import { asLabel } from '../../support/plainText.js';
import { askChoice, askInSteps, type Choice, type ChoiceRow, type Step } from '../../support/prompt.js';
import { translate } from '../../support/translate.js';
import type { Flow, OperationFlow } from './flow.js';
import { text } from './questions.js';
import { readKnownItems, readPlan } from './readPlan.js';

/** Remembers the item chosen last, since the person who dispatches one usually moves it next. */
const itemKey = 'plan.item';
const stateKey = 'plan.move.state';
/** Max cursors read: as many as a plan has items. */
const maxCursors = 1000;

interface PlanBox {
  readonly item: Pick<PlanItem, 'id' | 'text' | 'heading'>;
  readonly icon: string;
  readonly facts: readonly string[];
}

const dispatchPlanItemFlow: OperationFlow = async flow => {
  const steps = await itemSteps(flow, async () => {
    const [{ items }, cursors] = await Promise.all([readPlan(flow), readCursors(flow)]);
    return items
      .filter(({ id }) => cursors.get(id)?.state !== 'dispatched')
      .map(item => box(item, cursors.get(item.id)));
  });
  return finish(flow, steps);
};

/** Move: asks for a dispatched item and for its new state; the revision is the one shown to the person here. */
const movePlanItemFlow: OperationFlow = async flow => {
  const hasRevision = flow.has('revision');
  const cursors = flow.has('item') && flow.has('state') ? new Map<string, PlanCursor>() : await readCursors(flow);
  const cursor = () => cursors.get(String(flow.input.item));
  const items = await itemSteps(flow, async () => {
    const itemsById = new Map((await readKnownItems(flow)).map(item => [item.id, item]));
    return [...cursors.values()]
      .filter(({ state }) => statesAfter(state).length > 0)
      .map(one => box(itemsById.get(one.item) ?? { id: one.item, text: one.item, heading: one.heading }, one));
  });
  const states = flow.fieldSteps('state', at => {
    const { revision, state } = cursor() ?? {};
    if (!hasRevision) flow.input.revision = revision;
    return askChoice<string>({
      ...at,
      title: flow.title,
      placeholder: l10n.t('Choose an outcome'),
      rows: flow.memory.lastFirst(stateKey, stateRows(state)),
    });
  });
  const moved = await finish(flow, [...items, ...states]);
  if (moved !== undefined && states.length > 0) await flow.memory.remember(stateKey, String(flow.input.state));
  return moved;
};

const attestPlanItemFlow: OperationFlow = async flow => {
  const steps = await itemSteps(flow, async () => {
    const { plan, items } = await readPlan(flow);
    const attested = new Set(plan.attestations.map(({ item }) => item));
    return items.map(item => box(item, undefined, attested.has(item.id) ? [l10n.t('attested')] : []));
  });
  return finish(flow, [...steps, ...text('note', { prompt: () => l10n.t('What you saw that confirms it') })(flow)]);
};

async function finish(flow: Flow, steps: readonly Step[]) {
  if (!(await askInSteps(steps))) return undefined;
  await flow.memory.remember(itemKey, String(flow.input.item));
  return flow.result();
}

/** Returns the step that asks for the item; none if known. Throws the store's refusals before a box opens. */
async function itemSteps(flow: Flow, read: () => Promise<readonly PlanBox[]>): Promise<Step[]> {
  if (flow.has('item')) return [];
  const boxes = await read();
  return flow.fieldSteps('item', at =>
    askChoice<string>({
      ...at,
      title: flow.title,
      placeholder: l10n.t('Select a plan item'),
      empty: l10n.t('No matching plan items.'),
      rows: boxRows(boxes, flow.memory.last(itemKey)),
    }),
  );
}

async function readCursors(flow: Flow): Promise<ReadonlyMap<string, PlanCursor>> {
  const { task } = flow;
  const listed = await invokeOrThrow(flow.repository, planCursors, {
    ...(task === undefined ? {} : { task }),
    limit: maxCursors,
  });
  return new Map(listed.cursors.map(cursor => [cursor.item, cursor]));
}

function box(
  item: Pick<PlanItem, 'id' | 'text' | 'heading'> & { readonly checked?: boolean },
  cursor: PlanCursor | undefined,
  more: readonly string[] = [],
): PlanBox {
  const { checked } = item;
  const facts = [
    checked === undefined ? l10n.t('no longer in the plan') : checked ? l10n.t('ticked') : l10n.t('not ticked'),
    ...(cursor === undefined ? [] : [planCursorWords[cursor.state](translate)]),
    ...(cursor?.lane ? [cursor.lane] : []),
    ...more,
  ];
  return { item, icon: checked === true ? 'pass-filled' : 'circle-large-outline', facts };
}

/** Returns the last chosen item on top, with its heading; then all others under theirs, in the order of the plan. */
function boxRows(boxes: readonly PlanBox[], last: string | undefined): ChoiceRow<string>[] {
  const first = boxes.find(({ item }) => item.id === last);
  const rows: ChoiceRow<string>[] = first === undefined ? [] : [boxRow(first, first.item.heading)];
  let heading: string | null | undefined;
  for (const one of boxes) {
    if (one === first) continue;
    if (one.item.heading !== heading) {
      heading = one.item.heading;
      rows.push({ label: asLabel(heading ?? ''), kind: vscode.QuickPickItemKind.Separator });
    }
    rows.push(boxRow(one, null));
  }
  return rows;
}

/** Shows the id, since agents name items by id and it can be typed too. */
function boxRow({ item, icon, facts }: PlanBox, heading: string | null): Choice<string> {
  return {
    label: `$(${icon}) ${asLabel(item.text)}`,
    description: asLabel([heading ?? '', ...facts, item.id].filter(Boolean).join(' · ')),
    value: item.id,
  };
}

/** Returns the states that can follow; dispatching again is another operation. */
function statesAfter(state: PlanCursorState): PlanCursorState[] {
  return planCursorStates.filter(
    to => to !== 'dispatched' && !isRefusal(nextPlanCursorState('', state, actOfState[to])),
  );
}

function stateRows(from: PlanCursorState | undefined): Choice<string>[] {
  const rows = [
    { label: l10n.t('$(pass) Completed'), detail: l10n.t('Work is done'), value: 'completed' },
    { label: l10n.t('$(debug-step-over) Skipped'), detail: l10n.t('Not needed'), value: 'skipped' },
    { label: l10n.t('$(person) Escalated'), detail: l10n.t('A person must decide'), value: 'escalated' },
    { label: l10n.t('$(watch) Expired'), detail: l10n.t('No longer being worked on'), value: 'expired' },
  ];
  const possible: readonly string[] | undefined = from && statesAfter(from);
  return possible === undefined ? rows : rows.filter(({ value }) => possible.includes(value));
}

export const planFlows: Readonly<Record<string, OperationFlow>> = {
  [planAttest.name]: attestPlanItemFlow,
  [planDispatch.name]: dispatchPlanItemFlow,
  [planMove.name]: movePlanItemFlow,
};
