import * as z from 'zod';
import { closeoutPage } from '../../records/run/closeoutPage.js';
import { readWholeRun, resolveRun } from '../../records/run/runAccess.js';
import { runField } from '../../records/run/runFields.js';
import { defineOperation } from '../operation.js';

export const runExport = defineOperation({
  name: 'run.export',
  order: 130,
  title: 'Export Investigation',
  menuTitle: 'Export',
  asks: true,
  summary: 'Returns an investigation as one page of Markdown.',
  input: z.strictObject({ run: runField }),
  output: z.object({ content: z.string() }),
  effect: 'read',
  mcp: { tool: 'runs', action: 'export', brief: '' },
  cli: { positionals: ['run'], examples: ['run export', 'run export R-3'] },
  palette: 'run',
  async run(context, input) {
    const whole = await context.store.read(async transaction =>
      readWholeRun(transaction, await resolveRun(transaction, context, input.run)),
    );
    return { content: closeoutPage(whole) };
  },
});
