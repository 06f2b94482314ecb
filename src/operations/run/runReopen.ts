import * as z from 'zod';
import { formatRef } from '../../domain/identifier/identifier.js';
import { refusalError } from '../../domain/refusal/refusal.js';
import { runSchema } from '../../domain/run/run.js';
import { message } from '../../messages/message.js';
import { throwIfActive, writeInRun } from '../../records/run/runAccess.js';
import { runField } from '../../records/run/runFields.js';
import { defineOperation } from '../operation.js';

export const runReopen = defineOperation({
  name: 'run.reopen',
  order: 120,
  title: 'Reopen Investigation',
  menuTitle: 'Reopen',
  summary: 'Reopens a closed investigation so that entries can be added.',
  input: z.strictObject({ run: runField.unwrap().describe('R-3, its name or ULID') }),
  output: z.object({ run: runSchema }),
  effect: 'write',
  mcp: { tool: 'runs', action: 'reopen', brief: '' },
  cli: { positionals: ['run'], examples: ['run reopen R-3'] },
  icon: 'debug-restart',
  palette: 'run',
  async run(context, input) {
    const { whole } = await writeInRun(
      context,
      input.run,
      'run_reopened',
      async ({ transaction, row, change }) => {
        const run = formatRef('run', row.number);
        if (row.status !== 'closed')
          throw refusalError('transition_not_allowed', message('runs.notClosed', { run }), {
            next: [{ operation: 'run.status', input: { run } }],
          });
        await throwIfActive(transaction, row.worktree_path);
        await change({ status: 'active', closed_at: null, open_reason: null });
        return {};
      },
      { mayBeClosed: true },
    );
    return { run: whole.run };
  },
});
