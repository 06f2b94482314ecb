import * as z from 'zod';
import { defineOperation } from '../../operation.js';

export const controlRead = defineOperation({
  name: 'control.read',
  order: 60,
  title: 'Mark Report of Control as Read',
  summary: 'Marks the report of the last time that control was on as read: Home no longer shows it.',
  input: z.strictObject({}),
  output: z.object({
    /** False if there was none to read. */
    changed: z.boolean(),
  }),
  effect: 'write',
  // A person reads it.
  roles: ['human'],
  mcp: null,
  cli: { examples: ['control read'] },
  icon: 'check',
  palette: 'store',
  async run({ store, clock }) {
    const changed = await store.transaction(async ({ controlShifts }) => {
      const [shift] = await controlShifts.latest(1);
      if (shift === undefined || shift.read_at !== null) return false;
      await controlShifts.change(shift, { read_at: clock.now() });
      return true;
    });
    return { changed };
  },
});
