import * as z from 'zod';
import { newEvent } from '../../domain/event/newEvent.js';
import { hookStatusSchema, presentHooks, requireHooks, requireWritten } from '../../records/hooks/hookFields.js';
import { defineOperation } from '../operation.js';

export const hooksInstall = defineOperation({
  name: 'hooks.install',
  order: 10,
  title: 'Install Git Hooks',
  summary:
    'Installs the git hooks, alongside an existing hook manager if there is one; its files are never overwritten.',
  input: z.strictObject({}),
  output: hookStatusSchema.extend({
    changed: z.boolean(),
  }),
  effect: 'external',
  roles: ['human'],
  // A person decides on changes to git hooks of this machine.
  mcp: null,
  cli: { examples: ['hooks install'] },
  tells: 'hooks',
  palette: 'repository',
  refusedAct: async () => ({ about: 'git hooks' }),
  exitCode: ({ complete }) => (complete ? 0 : 1),
  async run(context) {
    const { changed, ...status } = requireWritten(await requireHooks(context).install());
    if (changed) {
      const event = newEvent(context.actor, context.clock.now(), 'hooks_installed', null, { manager: status.manager });
      await context.store.transaction(transaction => transaction.events.append([event]));
    }
    return { ...presentHooks(status), changed };
  },
});
