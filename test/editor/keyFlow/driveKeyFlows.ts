import { expect, it } from 'vitest';
import { isRefusal } from '../../../src/domain/refusal/refusal.js';
import type { AnyOperation } from '../../../src/operations/operation.js';
import { eventually } from './eventually.js';
import { expectLeft } from './expectLeft.js';
import { FlowPerson } from './flowPerson.js';
import type { FlowScene, KeyFlow, RememberedChoice } from './keyFlow.js';

/** One test for each flow, in their order: what one leaves is there for the next. */
export function driveKeyFlows(flows: readonly KeyFlow[], sceneNow: () => FlowScene): void {
  it.each(flows)('$command', async ({ command, before, questions, leaves, isLeftBefore }) => {
    const scene = sceneNow();
    const { repository, editor } = scene;
    const person = new FlowPerson(scene);
    repository.now += 1000;
    // What a test before this one left open.
    editor.box?.escape();
    await before?.(scene);
    const [first, second] = questions;
    if (isLeftBefore && first !== undefined) {
      const events = await repository.query('select max(id) from events');
      await person.begin(command);
      if (second !== undefined) {
        await person.answer(first);
        await person.back(second);
      }
      await person.leave(first);
      await person.ended();
      expect(editor.box?.title).toBeUndefined();
      expect(await repository.query('select max(id) from events')).toEqual(events);
    }
    editor.forget();
    await person.begin(command);
    for (const question of questions) await person.answer(question);
    await person.ended();
    expect(editor.box?.title).toBeUndefined();
    expectNoJson(editor.tab);
    expectTrueCounts(editor.counts);
    await expectLeft(scene, leaves);
    expectNoTrouble(scene);
  });
}

/** No command answers a person with the data of a program. */
function expectNoJson(tab: string | undefined): void {
  expect(tab ?? '').not.toMatch(/\.json$/);
}

/** Boxes that count their questions tell as many as there were: (1/3), (2/3), (3/3). A question may take two boxes. */
function expectTrueCounts(counts: FlowScene['editor']['counts']): void {
  const counted = counts.filter(({ step }) => step !== undefined);
  const steps = [...new Set(counted.map(({ step }) => step))];
  const totals = [...new Set(counted.map(({ totalSteps }) => totalSteps))];
  expect({ steps, totals }).toEqual(
    steps.length === 0
      ? { steps: [], totals: [] }
      : { steps: Array.from(steps, (_, index) => index + 1), totals: [steps.length] },
  );
}

/** One test for each command that offers first what was chosen the last time. */
export function driveRemembered(choices: readonly RememberedChoice[], sceneNow: () => FlowScene): void {
  it.each(choices)('$command offers first what was chosen the last time', async ({ command, before, asks, offers }) => {
    const scene = sceneNow();
    const person = new FlowPerson(scene);
    await person.begin(command);
    for (const question of before ?? []) await person.answer(question);
    const list = await person.list(asks);
    await person.waitForFocus(list, offers);
    expect(list.shown()[0]?.label).toContain(offers);
    list.escape();
    await person.ended();
    expectNoTrouble(scene);
  });
}

/** One test for each command that reads and needs no answer: it shows what it read, and asks at most what to open of that. */
export function driveReadings(operations: readonly AnyOperation[], sceneNow: () => FlowScene): void {
  it.each(operations)('$name shows what it reads', async ({ name }) => {
    const scene = sceneNow();
    const { editor, repository } = scene;
    const person = new FlowPerson(scene);
    await person.begin(name);
    let hasEnded = false;
    const ended = person.ended().finally(() => {
      hasEnded = true;
    });
    await eventually(() => hasEnded || editor.box !== undefined || editor.dialogs.open.length > 0).toBe(true);
    editor.box?.escape();
    for (const { answer } of [...editor.dialogs.open]) answer(undefined);
    expect(isRefusal(await ended)).toBe(false);
    expectNoJson(editor.tab);
    expect(repository.failures.splice(0)).toEqual([]);
  });
}

/** Nothing was refused, and nothing failed. */
export function expectNoTrouble({ repository, editor }: FlowScene): void {
  const told = [...editor.dialogs.open];
  for (const { answer } of told) answer(undefined);
  const troubles = told.filter(({ kind }) => kind !== 'information').map(({ asks }) => asks);
  expect([...troubles, ...repository.failures.splice(0)]).toEqual([]);
}
