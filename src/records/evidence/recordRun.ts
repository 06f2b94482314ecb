import { commandText } from '../../domain/evidence/commandText.js';
import type { Evidence } from '../../domain/evidence/evidence.js';
import { sameCommand } from '../../domain/evidence/freshness.js';
import { RefusalError } from '../../domain/refusal/refusal.js';
import type { TaskRow } from '../../domain/task/taskRow.js';
import { redact } from '../../platform/redact.js';
import { readBaseConfig } from '../baseConfig.js';
import type { Context } from '../context.js';
import { requireTrusted } from '../trust/requireTrusted.js';
import { presentEvidenceRow } from './evidenceAccess.js';
import { draftRun, insertEvidence } from './recordEvidence.js';
import { type MeasuredRun, type RunRequest, runForEvidence } from './runForEvidence.js';

/** Task and slice that a run is evidence of. */
export interface ProofOwner {
  readonly task: TaskRow | undefined;
  readonly taskId: string | null;
  readonly sliceId: string | null;
}

type Request = Omit<RunRequest, 'named'>;

/** Runs a command in the caller's worktree and records it as evidence. */
export async function recordRun(
  context: Context,
  request: Request,
  owner: ProofOwner,
): Promise<{ readonly evidence: Evidence; readonly run: MeasuredRun }> {
  const command = context.askTrust === undefined ? undefined : await trustedCommand(context, owner, request);
  const run = await runOf(context, { ...request, command: command ?? request.command }, owner);
  return { evidence: await record(context, run, owner), run };
}

/**
 * Runs and records a command of `gate.commands` that the caller has not named, refused unless a person trusts it. Undefined, and
 * not run, for a command that the settings do not have.
 */
export async function proveBySettings(
  context: Context,
  request: Request,
  owner: ProofOwner,
): Promise<MeasuredRun | undefined> {
  const command = await trustedCommand(context, owner, request);
  if (command === undefined) return undefined;
  const run = await runOf(context, { ...request, command }, owner);
  await record(context, run, owner);
  return run;
}

async function runOf(context: Context, request: Request, { task }: ProofOwner): Promise<MeasuredRun> {
  // Nothing is run if its result cannot be stored.
  await context.attachments?.throwIfRefused('evidence');
  const named = await namedCommands(context, task, request.command);
  return runForEvidence(context, { ...request, named });
}

async function record(context: Context, run: MeasuredRun, owner: ProofOwner): Promise<Evidence> {
  const draft = await draftRun(context, run);
  return context.store.transaction(async transaction =>
    presentEvidenceRow(transaction, await insertEvidence(transaction, context, draft, owner), run.treeHash),
  );
}

/** Resolves `words` to a trusted command; undefined for one that the settings do not have. Gates show theirs with secrets redacted; prompt and run use the configured text. */
async function trustedCommand(
  context: Context,
  { task }: ProofOwner,
  { command: words }: Request,
): Promise<readonly string[] | undefined> {
  const text = commandText(words);
  const commands = await gateCommands(context, task);
  const command = commands.find(each => each === text) ?? commands.find(each => isSaidAs(each, text));
  if (command === undefined) return undefined;
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
