import * as z from 'zod';
import { refuse } from '../../domain/refusal/refusal.js';
import { doctorReportSchema } from '../../reports/doctorReport.js';
import { defineOperation } from '../operation.js';

export const repositoryDoctor = defineOperation({
  name: 'repository.doctor',
  order: 80,
  title: 'Check Everything',
  summary: 'Checks environment, store, git, hooks, lanes, MCP entries and editor, with one next step for each problem.',
  input: z.strictObject({}),
  output: doctorReportSchema,
  effect: 'read',
  mcp: { tool: 'events', action: 'doctor', brief: '' },
  // The CLI's own `doctor` command also works outside of a repository, and repairs.
  cli: { path: ['doctor'], examples: ['doctor', 'doctor --json'] },
  // Problems with programs on the PATH do not concern an editor, which does not see them.
  palette: false,
  async run(context) {
    return context.examine === undefined
      ? refuse('not_allowed', 'store.noDoctor', { hint: 'store.noDoctorHint' })
      : context.examine(context);
  },
});
