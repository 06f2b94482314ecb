import * as z from 'zod';
import { readReport, reportSchema } from '../../../records/control/readReport.js';
import { defineOperation } from '../../operation.js';

export const controlReport = defineOperation({
  name: 'control.report',
  order: 50,
  title: 'Show Report of Control',
  summary: 'Shows what came of the last time that control was on: done with proof, needs you, gave up and why.',
  input: z.strictObject({}),
  output: reportSchema,
  effect: 'read',
  asksGit: true,
  // It is a person’s report.
  mcp: null,
  cli: { examples: ['control report', 'control report --json'] },
  palette: false,
  run: context => readReport(context),
});
