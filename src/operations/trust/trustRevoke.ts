import * as z from 'zod';
import { newEvent } from '../../domain/event/newEvent.js';
import { requireTrust } from '../../records/trust/trustState.js';
import { defineOperation } from '../operation.js';

export const trustRevoke = defineOperation({
  name: 'trust.revoke',
  order: 30,
  title: 'Revoke Trust in Repository Commands',
  summary: 'Revokes trust in the repository’s commands in this clone; you are asked before they run again.',
  input: z.strictObject({}),
  output: z.object({
    /** False if none of them was trusted. */
    changed: z.boolean(),
  }),
  effect: 'external',
  roles: ['human'],
  // Only a person grants and revokes trust.
  mcp: null,
  cli: { examples: ['trust revoke'] },
  palette: 'repository',
  async run(context) {
    const changed = await requireTrust(context).trust.remove();
    if (changed) {
      const event = newEvent(context.actor, context.clock.now(), 'trust_revoked', null, {});
      await context.store.transaction(transaction => transaction.events.append([event]));
    }
    return { changed };
  },
});
