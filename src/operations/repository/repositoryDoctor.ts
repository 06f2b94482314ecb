import * as z from 'zod';
import { refuse } from '../../domain/refusal/refusal.js';
import { doctorReportSchema } from '../../reports/doctorReport.js';
import { defineOperation } from '../operation.js';

export const repositoryDoctor = defineOperation({
  name: 'repository.doctor',
  title: 'Check Everything',
  summary: 'Checks environment, store, git, hooks, lanes, MCP entries and editor, with one next step for each problem.',
  input: z.strictObject({}),
  output: doctorReportSchema,
  effect: 'read',
  mcp: { tool: 'events', action: 'doctor', brief: '' },
  // The command of these words is the program's own: it also works outside of a repository, and mends.
  cli: { path: ['doctor'], examples: ['doctor', 'doctor --json'] },
  // What is wrong with the programs on the PATH is of no use in an editor that does not see them.
  palette: false,
  async run(context) {
    return context.examine === undefined
      ? refuse('not_allowed', 'store.noDoctor', { hint: 'store.noDoctorHint' })
      : context.examine(context);
  },
});
