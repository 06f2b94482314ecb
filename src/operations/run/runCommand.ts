import * as z from 'zod';
import { commandEntrySchema, runSchema } from '../../domain/run/run.js';
import { entryId } from '../../domain/run/runContent.js';
import { commandStatuses } from '../../domain/run/runRow.js';
import { redact } from '../../platform/redact.js';
import { writeInRun } from '../../records/run/runAccess.js';
import { runField, textField } from '../../records/run/runFields.js';
import { defineOperation } from '../operation.js';

export const runCommand = defineOperation({
  name: 'run.command',
  order: 80,
  title: 'Log Command in Investigation',
  menuTitle: 'Log Command',
  asks: true,
  summary: 'Logs a command that was run in an investigation, and its outcome.',
  input: z.strictObject({
    command: textField('The command line'),
    status: z.enum(commandStatuses).describe('Its outcome'),
    run: runField,
  }),
  output: z.object({ run: runSchema, command: commandEntrySchema }),
  effect: 'write',
  mcp: { tool: 'runs', action: 'command', brief: '' },
  cli: {
    path: ['run', 'command-log', 'add'],
    positionals: ['command'],
    examples: ['run command-log add "npm test" --status pass'],
  },
  palette: 'run',
  async run(context, { command, status, run }) {
    const text = redact(command);
    const { payload, whole } = await writeInRun(context, run, 'run_command_logged', async ({ add }) => ({
      entry: entryId('command', await add({ kind: 'command', text, status })),
      command: text,
      status,
    }));
    const [logged] = whole.content.commands.filter(({ id }) => id === payload.entry);
    if (logged === undefined) throw new Error(`${payload.entry} was not written.`);
    return { run: whole.run, command: logged };
  },
});
