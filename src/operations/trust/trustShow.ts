import * as z from 'zod';
import { presentTrust, trustSchema } from '../../records/trust/trustFields.js';
import { readTrustState } from '../../records/trust/trustState.js';
import { defineOperation } from '../operation.js';

export const trustShow = defineOperation({
  name: 'trust.show',
  order: 10,
  title: 'Review Repository Commands',
  asks: true,
  summary:
    'Shows the commands in the repository’s settings, which of them a person trusts in this clone, and what changed since.',
  input: z.strictObject({}),
  output: trustSchema,
  effect: 'read',
  // A refusal names the commands that concern an agent; a person decides on the others.
  mcp: null,
  cli: { examples: ['trust show', 'trust show --json'] },
  asksGit: true,
  palette: 'repository',
  async run(context) {
    return presentTrust(await readTrustState(context));
  },
});
