import * as z from 'zod';
import { passSchema, presentPass } from '../../../records/control/controlView.js';
import { readPass } from '../../../records/control/readPass.js';
import { defineOperation } from '../../operation.js';

export const controlPlan = defineOperation({
  name: 'control.plan',
  order: 10,
  title: 'Show Plan of Control',
  summary:
    'Shows what control starts, what waits until when, and what waits for you; while it is off, what it would do.',
  input: z.strictObject({}),
  output: passSchema,
  effect: 'read',
  asksGit: true,
  // Agents are started by people.
  mcp: null,
  cli: { examples: ['control plan', 'control plan --json'] },
  palette: false,
  async run(context) {
    return presentPass(context, await readPass(context));
  },
});
