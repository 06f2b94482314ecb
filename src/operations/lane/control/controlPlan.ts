import * as z from 'zod';
import { passSchema, presentPass } from '../../../records/control/controlView.js';
import { readPass } from '../../../records/control/readPass.js';
import { settingsFields } from '../../../records/control/startSettings.js';
import { defineOperation } from '../../operation.js';

export const controlPlan = defineOperation({
  name: 'control.plan',
  order: 10,
  title: 'Show Plan of Control',
  summary:
    'Shows what control starts, what waits until when, and what waits for you; while it is off, what it would do with these limits.',
  input: z.strictObject(settingsFields),
  output: passSchema,
  effect: 'read',
  asksGit: true,
  // Agents are started by people.
  mcp: null,
  cli: {
    flags: { agents: 'agent' },
    examples: ['control plan', 'control plan --agent codex:2 --until 07:00'],
  },
  palette: false,
  async run(context, limits) {
    return presentPass(context, await readPass(context, { limits }));
  },
});
