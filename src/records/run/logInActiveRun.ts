import { RefusalError } from '../../domain/refusal/refusal.js';
import { entryId } from '../../domain/run/runContent.js';
import { runLimits } from '../../domain/run/runRow.js';
import { shortened } from '../../domain/text/shortened.js';
import type { Context } from '../context.js';
import { writeInRun } from './runAccess.js';

/** Logs an evidence command in this worktree's active run, if any. */
export async function logInActiveRun(context: Context, command: string, passed: boolean): Promise<void> {
  const worktree = context.workTree?.root ?? null;
  const active = await context.store.read(transaction => transaction.runs.activeAt(worktree));
  if (active === undefined) return;
  const text = shortened(command, runLimits.text);
  const status = passed ? 'pass' : 'fail';
  try {
    await writeInRun(context, active.name, 'run_command_logged', async ({ add }) => ({
      entry: entryId('command', await add({ kind: 'command', text, status })),
      command: text,
      status,
    }));
  } catch (error) {
    // The run was closed meanwhile; the evidence is recorded anyway.
    if (!(error instanceof RefusalError)) throw error;
  }
}
