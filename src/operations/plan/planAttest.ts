import * as z from 'zod';
import { planLimits } from '../../domain/plan/planRow.js';
import { readAttestations } from '../../domain/plan/presentPlan.js';
import { type Refusal, refuse } from '../../domain/refusal/refusal.js';
import { message } from '../../messages/message.js';
import { taskField } from '../../records/finding/findingFields.js';
import { changePlan, locatePlan, presentOnePlan, registeredPlan } from '../../records/plan/planAccess.js';
import { itemField, planOfTaskField, planOutput } from '../../records/plan/planFields.js';
import { presentContent } from '../../records/plan/planFile.js';
import type { PlacedItem } from '../../records/plan/readPlan.js';
import { wordsField } from '../../records/textFields.js';
import { defineOperation } from '../operation.js';

export const planAttest = defineOperation({
  name: 'plan.attest',
  order: 40,
  title: 'Confirm Plan Item',
  asks: true,
  summary: 'Records that a person confirmed a plan item as done; plan sync then ticks it.',
  input: z.strictObject({
    item: itemField,
    note: wordsField(planLimits.note).describe('What you saw that confirms it'),
    plan: planOfTaskField,
    task: taskField,
  }),
  output: planOutput,
  effect: 'write',
  roles: ['human'],
  // Agents do not attest: their evidence is a slice.
  mcp: null,
  cli: {
    paths: { plan: 'name' },
    positionals: ['item'],
    examples: ['plan attest wording --note "Read all texts aloud with the support team"'],
  },
  palette: 'plan',
  async refusedAct(context, { plan, task }) {
    const { path } = await locatePlan(context, plan, task);
    const row = await context.store.read(transaction => registeredPlan(transaction, path));
    return { about: row.path, state: row.content_hash, taskId: row.task_id };
  },
  async run(context, input) {
    const file = await locatePlan(context, input.plan, input.task);
    const { document, contentHash } = presentContent(file);
    const absent = checkItem(file.path, document.items, input.item);
    if (absent !== undefined) return absent;
    return context.store.transaction(async transaction => {
      const row = await registeredPlan(transaction, file.path);
      const now = context.clock.now();
      const given = readAttestations(row);
      const isRecorded = given.some(
        one => one.item === input.item && one.note === input.note && one.by === context.actor.name,
      );
      if (isRecorded) return { plan: await presentOnePlan(transaction, row, contentHash) };
      if (given.length >= planLimits.items) {
        return refuse('conflict', message('plans.tooManyAttestations', { path: row.path, count: given.length }), {
          hint: 'plans.tooManyAttestationsHint',
        });
      }
      const { item, note } = input;
      const attestation = { item, note, by: context.actor.name, at: new Date(now).toISOString() };
      const changed = await changePlan(
        context,
        transaction,
        row,
        { attestations: JSON.stringify([...given, attestation]) },
        { now, type: 'plan_attested', payload: { item, note } },
      );
      return { plan: await presentOnePlan(transaction, changed, contentHash) };
    });
  },
});

export function checkItem(path: string, items: readonly PlacedItem[], item: string): Refusal | undefined {
  if (items.some(one => one.id === item)) return undefined;
  const names = items.map(one => one.id);
  const listed = names.slice(0, 10).join(', ');
  return refuse('not_found', message('plans.noItem', { path, item }), {
    hint:
      names.length === 0
        ? message('plans.noCheckbox')
        : message('plans.itemsAre', { items: listed, more: names.length > 10 ? ', …' : '' }),
    details: { path, item, items: names.slice(0, 100) },
  });
}
