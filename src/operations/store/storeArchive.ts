import * as z from 'zod';
import { refuse } from '../../domain/refusal/refusal.js';
import { translated } from '../../domain/text/translated.js';
import { message } from '../../messages/message.js';
import { readTime } from '../../records/workItem/inputTime.js';
import { defineOperation } from '../operation.js';

const count = z.int().nonnegative();

export const storeArchive = defineOperation({
  name: 'store.archive',
  order: 30,
  title: 'Archive Done Work',
  asks: true,
  summary:
    'Moves work that ended before a time, with its tasks, lanes and events, to files beside the store; --archived reads it.',
  input: z.strictObject({
    before: z
      .string()
      .trim()
      .min(1)
      .max(64)
      .describe(translated('Only what ended before this time: 2026-11-01, unix ms or -90d')),
    dryRun: z.boolean().optional().describe('Only count what would be archived'),
  }),
  output: z.object({
    workItems: count,
    tasks: count,
    lanes: count,
    /** 0 in a dry run, which does not count them. */
    events: count,
    /** New files in the store's folder `archive`. */
    files: z.array(z.string()),
    bytes: z.object({ before: count, after: count }),
  }),
  effect: 'write',
  // It changes everyone's view.
  roles: ['human'],
  mcp: null,
  cli: { examples: ['store archive --before -90d --dry-run', 'store archive --before 2026-06-01'] },
  progress: 'window',
  palette: 'store',
  async run(context, input) {
    const now = context.clock.now();
    const before = readTime(input.before, 'before', now);
    if (before > now) {
      return refuse('invalid_input', message('store.archiveInFuture', { time: input.before }), {
        hint: 'store.archiveInFutureHint',
      });
    }
    return context.store.maintenance.archive(before, { actor: context.actor, dryRun: input.dryRun });
  },
});
