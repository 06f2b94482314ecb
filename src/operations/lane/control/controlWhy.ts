import * as z from 'zod';
import { formatRef } from '../../../domain/identifier/identifier.js';
import { refuse } from '../../../domain/refusal/refusal.js';
import { nameOf } from '../../../domain/workItem/nameOf.js';
import { message } from '../../../messages/message.js';
import { passSchema, presentPass } from '../../../records/control/controlView.js';
import { readPass } from '../../../records/control/readPass.js';
import { idField } from '../../../records/workItem/queueFields.js';
import { findWorkItem } from '../../../records/workItem/workItemAccess.js';
import { defineOperation } from '../../operation.js';

export const controlWhy = defineOperation({
  name: 'control.why',
  order: 20,
  title: 'Show Why Work Waits',
  summary: 'Shows what control does with a work item now, with the reason, and its earlier attempts.',
  input: z.strictObject({ id: idField }),
  output: z.object({
    shift: passSchema.shape.shift,
    decision: passSchema.shape.decisions.element,
    /** Earlier attempts, oldest first. */
    tries: z.array(
      z.object({ agent: z.string(), ended: z.iso.datetime(), end: z.string(), why: z.string().nullable() }),
    ),
  }),
  effect: 'read',
  asksGit: true,
  // Agents are started by people.
  mcp: null,
  cli: { positionals: ['id'], examples: ['control why W-12'] },
  palette: false,
  async run(context, { id }) {
    const row = await context.store.read(transaction => findWorkItem(transaction, id));
    const ref = formatRef('workItem', row.number);
    const pass = await readPass(context);
    const { shift, decisions } = await presentPass(context, pass);
    const decision = decisions.find(({ subject }) => subject === ref);
    if (decision === undefined) {
      return refuse('not_found', message('control.notOpen', { item: nameOf(row) }), {
        next: [{ operation: 'queue.show', input: { id: ref } }],
      });
    }
    const tries = pass.snapshot.items.find(item => item.ref === ref)?.tries ?? [];
    return {
      shift,
      decision,
      tries: tries.map(({ agent, endedAt, end, why }) => ({
        ...{ agent, end, why },
        ended: new Date(endedAt).toISOString(),
      })),
    };
  },
});
