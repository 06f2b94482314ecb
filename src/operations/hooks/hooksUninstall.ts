import * as z from 'zod';
import { newEvent } from '../../domain/event/newEvent.js';
import { hookStatusSchema, presentHooks, requireHooks } from '../../records/hooks/hookFields.js';
import { defineOperation } from '../operation.js';

export const hooksUninstall = defineOperation({
  name: 'hooks.uninstall',
  order: 20,
  title: 'Uninstall Git Hooks',
  summary: 'Removes Stateroom’s git hooks and restores git and other hook managers as they were.',
  input: z.strictObject({}),
  output: hookStatusSchema.extend({
    changed: z.boolean(),
  }),
  effect: 'external',
  roles: ['human'],
  // A gate that the checked agent can remove does not protect anything.
  mcp: null,
  cli: { examples: ['hooks uninstall'] },
  tells: 'hooks',
  refusedAct: async () => ({ about: 'git hooks' }),
  palette: 'store',
  async run(context) {
    const { changed, ...status } = await requireHooks(context).uninstall();
    if (changed && (await context.store.health()).state !== 'absent') {
      const event = newEvent(context.actor, context.clock.now(), 'hooks_uninstalled', null, {
        manager: status.manager,
      });
      await context.store.transaction(transaction => transaction.events.append([event]));
    }
    return { ...presentHooks(status), changed };
  },
});
