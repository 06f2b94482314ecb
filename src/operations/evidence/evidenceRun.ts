import * as z from 'zod';
import { evidenceSchema } from '../../domain/evidence/evidence.js';
import { type Message, message } from '../../messages/message.js';
import { sentenceSchema } from '../../messages/sentence.js';
import {
  commandField,
  directoryField,
  sliceField,
  taskField,
  timeoutField,
} from '../../records/evidence/evidenceFields.js';
import { recordRun } from '../../records/evidence/recordRun.js';
import { type MeasuredRun, requireWorkTree } from '../../records/evidence/runForEvidence.js';
import { pathList } from '../gitWords.js';
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
    /** Files that it left or changed, and the way to keep them apart; null for none. */
    leaves: sentenceSchema.nullable(),
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
    const { evidence, run } = await recordRun(
      context,
      { ...request, directory: request.directory ?? workTree.folder },
      owner,
    );
    // On demand: keeps the code for run files out of the editor's startup bundle.
    const { logInActiveRun } = await import('../../records/run/logInActiveRun.js');
    await logInActiveRun(context, evidence.command, evidence.passed);
    return {
      evidence: { ...evidence, fresh: run.treeHash !== undefined && run.touched.length === 0 },
      exitCode: run.exitCode,
      treeChanged: run.treeHash === undefined,
      leaves: leavesText(run),
      tail: run.log.tail,
    };
  },
});

function leavesText({ treeHash, touched }: MeasuredRun): Message | null {
  if (touched.length === 0) return null;
  const paths = pathList(touched);
  return treeHash === undefined ? message('evidence.changes', { paths }) : message('evidence.leaves', { paths });
}
