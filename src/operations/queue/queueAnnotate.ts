import * as z from 'zod';
import { throwIfRefused } from '../../domain/refusal/refusal.js';
import { mergeNotes } from '../../domain/workItem/notes.js';
import { checkNotesSize, checkToken } from '../../domain/workItem/workItemRule.js';
import { idField, itemOutput, tokenField } from '../../records/workItem/queueFields.js';
import { changeWorkItem, findWorkItem, presentOne } from '../../records/workItem/workItemAccess.js';
import { defineOperation } from '../operation.js';

export const queueAnnotate = defineOperation({
  name: 'queue.annotate',
  order: 100,
  title: 'Annotate Work Item',
  menuTitle: 'Annotate',
  asks: true,
  summary: 'Merges a JSON object into the notes of a work item, in any status.',
  input: z.strictObject({
    id: idField,
    patch: z
      .record(z.string(), z.json(), 'the patch is not a JSON object')
      .describe('JSON object; its fields replace those of the notes, text notes are kept under text'),
    token: tokenField,
  }),
  output: itemOutput,
  effect: 'write',
  mcp: { tool: 'work_items', action: 'annotate', brief: 'merge into notes', rare: ['token'] },
  cli: {
    positionals: ['id', 'patch'],
    examples: [`queue annotate W-12 '{"branch":"feature/login"}'`],
  },
  about: 'workItem',
  palette: 'items',
  async run(context, input) {
    return context.store.transaction(async transaction => {
      const now = context.clock.now();
      const heartbeats = transaction.heartbeats();
      const row = await findWorkItem(transaction, input.id);
      throwIfRefused(checkToken(row, input.token));
      const notes = mergeNotes(row.notes, input.patch);
      throwIfRefused(checkNotesSize(row, notes));
      const changed = await changeWorkItem(
        { transaction, actor: context.actor, now },
        row,
        { notes },
        'work_item_annotated',
        { keys: Object.keys(input.patch) },
      );
      return { item: await presentOne(transaction, changed, heartbeats, now) };
    });
  },
});
