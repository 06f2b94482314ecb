import * as z from 'zod';
import { commandText } from '../../domain/evidence/commandText.js';
import { evidenceSchema } from '../../domain/evidence/evidence.js';
import { sameCommand } from '../../domain/evidence/freshness.js';
import { RefusalError } from '../../domain/refusal/refusal.js';
import type { TaskRow } from '../../domain/task/taskRow.js';
import { redact } from '../../platform/redact.js';
import type { Context } from '../../records/context.js';
import { presentEvidenceRow } from '../../records/evidence/evidenceAccess.js';
import {
  commandField,
  directoryField,
  sliceField,
  taskField,
  timeoutField,
} from '../../records/evidence/evidenceFields.js';
import { draftRun, insertEvidence } from '../../records/evidence/recordEvidence.js';
import { requireWorkTree, runForEvidence } from '../../records/evidence/runForEvidence.js';
import { readBaseConfig } from '../../records/gate/collectSnapshot.js';
import { requireTrusted } from '../../records/trust/requireTrusted.js';
import { defineOperation } from '../operation.js';
import { resolveOwner } from './proofOwner.js';

export const evidenceRun = defineOperation({
  name: 'evidence.run',
  order: 10,
  title: 'Run Command as Evidence',
  asks: true,
  summary: 'Runs a command in the worktree and records exit code, output and tree as evidence.',
  input: z.strictObject({
    command: commandField,
    directory: directoryField,
    timeoutSeconds: timeoutField,
    task: taskField,
    slice: sliceField,
  }),
  output: z.object({
    evidence: evidenceSchema,
    /** The command's own, 124 after a timeout, 127 for a missing program. */
    exitCode: z.int(),
    /** True if the command changed relevant files: then it proves neither tree. */
    treeChanged: z.boolean(),
    /** End of the output, secrets redacted. */
    tail: z.string(),
  }),
  effect: 'external',
  mcp: {
    tool: 'evidence',
    action: '',
    brief: 'Runs a command and records the result',
    rare: ['directory', 'timeoutSeconds', 'task', 'slice'],
  },
  cli: {
    paths: { directory: 'path' },
    rest: 'command',
    refusalExitCode: 125,
    flags: { timeoutSeconds: 'timeout' },
    examples: ['evidence run -- npm test', 'evidence run --timeout 600 -- "npm run lint && npm test"'],
  },
  progress: 'notification',
  icon: 'beaker',
  palette: 'store',
  exitCode: ({ exitCode }) => exitCode,
  async run(context, { task, slice, ...request }) {
    const workTree = requireWorkTree(context);
    // Before the run, which would be wasted without an owner.
    const owner = await resolveOwner(context, { task, slice });
    const command = await trustedCommand(context, owner.task, request.command);
    // Nothing is run if its result cannot be stored.
    await context.attachments?.throwIfRefused('evidence');
    const named = await namedCommands(context, owner.task, command);
    const run = await runForEvidence(context, {
      ...request,
      command,
      named,
      directory: request.directory ?? workTree.folder,
    });
    const draft = await draftRun(context, run);
    const evidence = await context.store.transaction(async transaction =>
      presentEvidenceRow(transaction, await insertEvidence(transaction, context, draft, owner), run.treeHash),
    );
    // On demand: keeps the code for run files out of the editor's startup bundle.
    const { logInActiveRun } = await import('../../records/run/logInActiveRun.js');
    await logInActiveRun(context, evidence.command, evidence.passed);
    return {
      evidence: { ...evidence, fresh: run.treeHash !== undefined },
      exitCode: run.exitCode,
      treeChanged: run.treeHash === undefined,
      tail: run.log.tail,
    };
  },
});

/** Resolves `words` to a trusted command. Gates show theirs with secrets redacted; prompt and run use the configured text. */
async function trustedCommand(
  context: Context,
  task: TaskRow | undefined,
  words: readonly string[],
): Promise<readonly string[]> {
  if (context.askTrust === undefined) return words;
  const text = commandText(words);
  const commands = await gateCommands(context, task);
  const command = commands.find(each => each === text) ?? commands.find(each => isSaidAs(each, text));
  if (command === undefined) return words;
  await requireTrusted(context, 'gate.commands', [command]);
  return [command];
}

/** The settings' commands; read only if evidence does not identify the command. */
async function namedCommands(context: Context, task: TaskRow | undefined, command: readonly string[]) {
  const text = commandText(command);
  return redact(text) === text ? [] : gateCommands(context, task);
}

/** The base branch's gate commands, unredacted; none if its settings are invalid, which leaves no gate. */
async function gateCommands(context: Context, task: TaskRow | undefined): Promise<readonly string[]> {
  try {
    return (await readBaseConfig(context, task)).gate.commands;
  } catch (error) {
    if (error instanceof RefusalError) return [];
    throw error;
  }
}

function isSaidAs(command: string, text: string): boolean {
  return sameCommand(redact(command), redact(text));
}
