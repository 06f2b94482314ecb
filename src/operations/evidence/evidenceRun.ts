import { z } from 'zod';
import { roles } from '../../domain/actor/actor.js';
import { commandText } from '../../domain/evidence/commandText.js';
import { evidenceSchema } from '../../domain/evidence/evidence.js';
import { redact } from '../../platform/redact.js';
import { baseConfigOrDefaults } from '../baseConfig.js';
import type { Context } from '../context.js';
import { defineOperation } from '../operation.js';
import { requireTrusted } from '../trust/requireTrusted.js';
import { presentProof } from './evidenceAccess.js';
import { commandField, directoryField, sliceField, taskField, timeoutField } from './evidenceFields.js';
import { resolveOwner } from './proofOwner.js';
import { draftRun, insertProof } from './recordProof.js';
import { demandWorkTree, runProof } from './runProof.js';

export const evidenceRun = defineOperation({
  name: 'evidence.run',
  title: 'Run Command as Evidence',
  summary: 'Runs a command on the work tree and records what it proves: exit code, output, and the tree it ran on.',
  input: z.strictObject({
    command: commandField,
    directory: directoryField,
    timeoutSeconds: timeoutField,
    task: taskField,
    slice: sliceField,
  }),
  output: z.object({
    evidence: evidenceSchema,
    /** The command's own, 124 when its time was up, 127 when there is no such program. */
    exitCode: z.int(),
    /** True when the command changed files that count: then it proves neither the tree before nor the one after. */
    treeChanged: z.boolean(),
    /** The end of what it printed, secrets redacted. */
    tail: z.string(),
  }),
  effect: 'external',
  roles,
  mcp: { tool: 'evidence', action: '' },
  cli: {
    rest: 'command',
    refusalExitCode: 125,
    flags: { timeoutSeconds: 'timeout' },
    examples: ['evidence run -- npm test', 'evidence run --timeout 600 -- "npm run lint && npm test"'],
  },
  palette: true,
  exitCode: ({ exitCode }) => exitCode,
  async run(context, { task, slice, ...request }) {
    const workTree = demandWorkTree(context);
    // Before anything is run: a proof that belongs nowhere would be run in vain.
    const owner = await resolveOwner(context, { task, slice });
    await requireTrustedGate(context, request.command);
    const run = await runProof(context, { ...request, directory: request.directory ?? workTree.folder });
    const draft = await draftRun(context, run);
    const evidence = await context.store.transaction(async transaction =>
      presentProof(transaction, await insertProof(transaction, context, draft, owner), run.treeHash),
    );
    return {
      evidence: { ...evidence, fresh: run.treeHash !== undefined },
      exitCode: run.exitCode,
      treeChanged: run.treeHash === undefined,
      tail: run.log.tail,
    };
  },
});

/** A surface that asks also offers the gate's commands at a button: those are the repository's, not the caller's own. */
async function requireTrustedGate(context: Context, words: readonly string[]): Promise<void> {
  if (context.askTrust === undefined) return;
  const command = redact(commandText(words));
  const { gate } = await baseConfigOrDefaults(context);
  if (gate.commands.includes(command)) await requireTrusted(context, 'gate.commands', [command]);
}
