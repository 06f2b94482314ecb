import * as z from 'zod';
import { refuse } from '../../domain/refusal/refusal.js';
import { trimmedField } from '../../records/textFields.js';
import { grantTrust } from '../../records/trust/grantTrust.js';
import { presentTrust, trustSchema } from '../../records/trust/trustFields.js';
import { readTrustState } from '../../records/trust/trustState.js';
import { defineOperation } from '../operation.js';

export const trustGrant = defineOperation({
  name: 'trust.grant',
  order: 20,
  title: 'Trust Repository Commands',
  asks: true,
  summary: 'Allows Stateroom to run the commands in the repository’s settings, in this clone, as they are now.',
  input: z.strictObject({
    hash: trimmedField(64).optional().describe('Only if the commands still have this hash (see trust show)'),
  }),
  output: trustSchema.extend({
    /** False if all of these were trusted before. */
    changed: z.boolean(),
  }),
  effect: 'external',
  roles: ['human'],
  // A person decides on the commands that a repository may run on this computer.
  mcp: null,
  cli: { examples: ['trust grant', 'trust grant --hash 5f1d7a84db00d2fc'] },
  palette: 'repository',
  refusedAct: async () => ({ about: 'commands of the settings' }),
  async run(context, { hash }) {
    const state = await readTrustState(context);
    if (hash !== undefined && hash !== state.hash) {
      return refuse('stale', 'trust.changedSinceShown', {
        next: [{ operation: 'trust.show', input: {} }],
      });
    }
    const changed = state.untrusted.length > 0;
    if (changed) await grantTrust(context, state);
    return { ...presentTrust(changed ? await readTrustState(context) : state), changed };
  },
});
