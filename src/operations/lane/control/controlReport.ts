import * as z from 'zod';
import { readReport, readUnreadReport, reportSchema } from '../../../records/control/readReport.js';
import { defineOperation } from '../../operation.js';

export const controlReport = defineOperation({
  name: 'control.report',
  order: 50,
  title: 'Show Report of Control',
  summary: 'Shows what came of the last time that control was on: done with proof, needs you, gave up and why.',
  input: z.strictObject({
    unread: z.boolean().optional().describe('Only while control is on, and until it was marked as read'),
  }),
  output: z.object({ report: reportSchema.nullable() }),
  effect: 'read',
  asksGit: true,
  // It is a person’s report.
  mcp: null,
  cli: { examples: ['control report', 'control report --json'] },
  palette: false,
  async run(context, { unread = false }) {
    const report = unread ? await readUnreadReport(context) : await readReport(context);
    return { report: report ?? null };
  },
});
