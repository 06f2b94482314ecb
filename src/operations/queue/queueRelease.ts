import * as z from 'zod';
import { formatRef } from '../../domain/identifier/identifier.js';
import { throwIfRefused } from '../../domain/refusal/refusal.js';
import { checkNoWork } from '../../domain/thread/openingRule.js';
import { holdersOf, isOwnTask } from '../../domain/thread/thread.js';
import { replaceNotes } from '../../domain/workItem/notes.js';
import { checkHolder, checkToken, checkTransition } from '../../domain/workItem/workItemRule.js';
import { namesakeOf, refuseOtherSession } from '../../records/holding/otherSession.js';
import { idField, itemOutput, notesField, tokenField } from '../../records/workItem/queueFields.js';
import { readThread } from '../../records/workItem/threadAccess.js';
import { changeWorkItem, findWorkItem, noHeartbeats, presentOne } from '../../records/workItem/workItemAccess.js';
import { defineOperation } from '../operation.js';

export const queueRelease = defineOperation({
  name: 'queue.release',
  order: 90,
  title: 'Release Work Item',
  menuTitle: 'Release',
  summary: 'Releases a claimed work item so that anyone can claim it and continue its task.',
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
    const namesake = await namesakeOf(context);
    const { row, item } = await context.store.transaction(async transaction => {
      const now = context.clock.now();
      const held = await findWorkItem(transaction, input.id);
      throwIfRefused(checkToken(held, input.token));
      throwIfRefused(checkTransition(held, 'release', 'pending'));
      throwIfRefused(checkHolder(held, context.actor, 'release'));
      const thread = await readThread(transaction, held);
      await refuseOtherSession(transaction, namesake, thread);
      const { lanes, tasks } = holdersOf(thread);
      const [task] = tasks;
      // An additional item of a task ends with the task.
      if (lanes.length > 0 || (task !== undefined && !isOwnTask(thread, task))) throwIfRefused(checkNoWork(thread));
      const notes = replaceNotes(held.notes, input.notes);
      const released =
        task === undefined
          ? ({ status: 'pending', owner: null, owner_role: null, lease_until: null, claimed_at: null } as const)
          : // The work stays in its task: who takes the item goes on with it.
            ({ status: 'in_flight', lease_until: now } as const);
      const row = await changeWorkItem(
        { transaction, actor: context.actor, now },
        held,
        { ...released, notes },
        'work_item_released',
        {
          ...{ status: released.status, owner: held.owner, token: held.token, notes: input.notes || null },
          ...(task === undefined ? {} : { task: formatRef('task', task.number) }),
        },
      );
      return { row, item: await presentOne(transaction, row, noHeartbeats, now) };
    });
    await context.store.heartbeats.drop(row.id);
    return { item };
  },
});
