import * as z from 'zod';
import { hookStatusSchema, presentHooks, requireHooks } from '../../records/hooks/hookFields.js';
import { defineOperation } from '../operation.js';

export const hooksStatus = defineOperation({
  name: 'hooks.status',
  order: 30,
  title: 'Show Git Hooks',
  summary:
    'Shows which of Stateroom’s git hooks are installed, which hook manager is in use and what is still missing.',
  input: z.strictObject({}),
  output: hookStatusSchema,
  effect: 'read',
  // A person sets up a repository; agents meet the hooks when they commit and push.
  mcp: null,
  cli: { examples: ['hooks status', 'hooks status --json'] },
  asksGit: true,
  tells: 'hooks',
  palette: 'repository',
  async run(context) {
    return presentHooks(await requireHooks(context).status());
  },
});
