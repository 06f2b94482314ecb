import * as z from 'zod';
import { throwIfRefused } from '../../domain/refusal/refusal.js';
import { checkNoWork } from '../../domain/thread/openingRule.js';
import { replaceNotes } from '../../domain/workItem/notes.js';
import { checkHolder, checkToken, checkTransition } from '../../domain/workItem/workItemRule.js';
import { readThread } from '../../records/thread/threadAccess.js';
import { idField, itemOutput, notesField, tokenField } from '../../records/workItem/queueFields.js';
import { changeWorkItem, findWorkItem, noHeartbeats, presentOne } from '../../records/workItem/workItemAccess.js';
import { defineOperation } from '../operation.js';

export const queueRelease = defineOperation({
  name: 'queue.release',
  title: 'Release Work Item',
  menuTitle: 'Release',
  summary: 'Releases a claimed work item so that anyone can claim it.',
  input: z.strictObject({ id: idField, token: tokenField, notes: notesField }),
  output: itemOutput,
  effect: 'write',
  claim: 'ends',
  mcp: { tool: 'work_items', action: 'release', brief: '', rare: ['token'] },
  cli: { positionals: ['id'], examples: ['queue release W-12', 'queue release W-12 --notes "needs the staging key"'] },
  about: 'workItem',
  icon: 'discard',
  palette: 'items',
  async run(context, input) {
    const { row, item } = await context.store.transaction(async transaction => {
      const now = context.clock.now();
      const held = await findWorkItem(transaction, input.id);
      throwIfRefused(checkToken(held, input.token));
      throwIfRefused(checkTransition(held, 'release', 'pending'));
      throwIfRefused(checkHolder(held, context.actor, 'release'));
      throwIfRefused(checkNoWork(await readThread(transaction, held)));
      const notes = replaceNotes(held.notes, input.notes);
      const row = await changeWorkItem(
        { transaction, actor: context.actor, now },
        held,
        { status: 'pending', owner: null, owner_role: null, lease_until: null, claimed_at: null, notes },
        'work_item_released',
        { status: 'pending', owner: held.owner, token: held.token, notes: input.notes || null },
      );
      return { row, item: await presentOne(transaction, row, noHeartbeats, now) };
    });
    await context.store.heartbeats.drop(row.id);
    return { item };
  },
});
