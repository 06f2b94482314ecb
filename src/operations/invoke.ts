import type { z } from 'zod';
import { isRefusal, onRecord, type Refusal, RefusalError, refuse, throwIfRefused } from '../domain/refusal/refusal.js';
import { wellFormed } from '../domain/text/wellFormed.js';
import { GitFailure, refusalOfGit } from '../git/gitFailure.js';
import { describeIssue } from '../messages/describeIssue.js';
import { type Message, message } from '../messages/message.js';
import { issueProblem, reported } from '../messages/schemaProblem.js';
import { isNameField, withoutSecrets } from '../platform/withoutSecrets.js';
import { archivedField } from '../records/archivedField.js';
import type { Context } from '../records/context.js';
import type { Writing } from '../records/holding/caller.js';
import { takeOver } from '../records/holding/takeOver.js';
import { noteCaller } from '../records/presence/presence.js';
import { noTaskKey } from '../records/task/taskAccess.js';
import { makeTaskOfLane, refuseLaneOfOther } from '../records/task/taskOfLane.js';
import { followOwnBranch } from '../records/thread/followBranches.js';
import { takeAnswers } from '../records/thread/takeAnswers.js';
import { isStoreError } from '../store/storeError.js';
import type { AnyOperation, Operation } from './operation.js';
import { overArchives } from './overArchives.js';
import { recordRefusedAct } from './recordRefusedAct.js';

/** Operations that show work items: they go on with what agents named once nobody has answered in time. */
const looksAtQuestions = /^(?:queue|repository|task)\.|^lane\.needsYou$/;

/**
 * Runs an operation as every surface must: with input and role checked, and refusals as values. Throws only for bugs. In stored
 * values, secrets are redacted, and unpaired surrogates become U+FFFD unless refused, because they cannot be stored.
 */
export async function invoke<Input extends z.ZodObject, Output extends z.ZodType>(
  operation: Operation<Input, Output>,
  context: Context,
  rawInput: unknown,
): Promise<z.output<Output> | Refusal> {
  const parsed = readInput(operation, rawInput);
  if (!parsed.success) return invalidInput(parsed.error);
  const input = wellFormed(parsed.data);
  if (!operation.roles.includes(context.actor.role)) {
    const refusal = refuse('not_allowed', message('input.notForRole', { role: describeRole(context.actor.role) }), {
      hint:
        operation.roles.length === 1 && operation.roles[0] === 'human'
          ? message('input.personDoes')
          : message('input.forRoles', { roles: operation.roles.join(', ') }),
    });
    const act = await operation.refusedAct?.(context, input).catch(() => undefined);
    return presented(operation, context, act === undefined ? refusal : onRecord(refusal, act));
  }
  await noteCaller(context);
  const excluded = checkExclusive(operation, input);
  if (excluded !== undefined) return excluded;
  await followOwnBranch(context);
  if (operation.effect === 'read' && looksAtQuestions.test(operation.name)) await takeAnswers(context);
  try {
    const isArchived = operation.input.shape.archived === archivedField && input.archived === true;
    const caller = { ...context, writing: writingOf(operation, input) };
    const answer = await runWithTask(operation, isArchived ? overArchives(caller) : caller, input);
    if (isRefusal(answer)) return await presented(operation, context, answer);
    await takeOver(caller);
    return answer;
  } catch (error) {
    if (error instanceof RefusalError) return presented(operation, context, error.refusal);
    if (isStoreError(error)) return error.toRefusal();
    if (error instanceof GitFailure) return presented(operation, context, refusalOfGit(error));
    throw error;
  }
}

/** Runs the operation. If it makes tasks and refuses for lack of one, makes that of the caller's lane and runs it again. */
async function runWithTask<Input extends z.ZodObject, Output extends z.ZodType>(
  operation: Operation<Input, Output>,
  context: Context,
  input: z.output<Input>,
): Promise<z.output<Output> | Refusal> {
  try {
    return await operation.run(context, input);
  } catch (error) {
    const isRefused = error instanceof RefusalError && error.refusal.message.key === noTaskKey;
    if (operation.makesTask !== true || !isRefused) throw error;
    const made = await makeTaskOfLane(context, { light: true });
    if (made === undefined) {
      throwIfRefused(await refuseLaneOfOther(context));
      throw error;
    }
    return operation.run(context, input);
  }
}

export function readInput<Input extends z.ZodObject>(operation: Operation<Input>, rawInput: unknown) {
  return operation.input.safeParse(storable(operation, rawInput), reported);
}

function writingOf(operation: AnyOperation, input: Readonly<Record<string, unknown>>): Writing | undefined {
  if (operation.effect === 'read' || operation.onlyReads?.(input) === true) return undefined;
  return { operation: operation.name, needsHolder: operation.needsHolder === true, taken: undefined };
}

/** Executed or parsed as a whole: redacted only when stored. */
const readWhole: ReadonlySet<string> = new Set(['command', 'content', 'input', 'jsonl', 'log', 'receipt', 'report']);

/** Redacts the input, so that compared and returned values are the stored ones. Names stay: they are looked up. */
function storable({ effect }: Pick<AnyOperation, 'effect'>, input: unknown): unknown {
  return effect === 'read' ? input : withoutSecrets(input, field => readWhole.has(field) || isNameField(field));
}

/** Records the refused act and returns the refusal for the caller. */
async function presented(operation: AnyOperation, context: Context, refusal: Refusal): Promise<Refusal> {
  const { act, ...answer } = toCaller(refusal, context);
  if (act !== undefined) await recordRefusedAct(operation, context, answer, act);
  return answer;
}

/** Adds the reason if only the call's origin marks the caller as an agent. */
function toCaller(refusal: Refusal, { agentSign }: Context): Refusal {
  const isForPeople = refusal.hint?.key === 'input.personDoes';
  if (!isForPeople || (agentSign !== 'lane' && agentSign !== 'noTerminal')) return refusal;
  return { ...refusal, hint: message(agentSign === 'lane' ? 'input.personElsewhere' : 'input.personInTerminal') };
}

function describeRole(role: Context['actor']['role']): string | Message {
  return role === 'human'
    ? message('input.aPerson')
    : role === 'agent'
      ? message('input.anAgent')
      : message('input.theSystem');
}

/** One sentence on the first problem; all are in the details. */
function invalidInput(error: z.ZodError): Refusal {
  return refuse('invalid_input', message('input.wrong', { problem: describeIssue(error) }), {
    details: { issues: error.issues.map(issue => ({ field: issue.path.join('.'), problem: issueProblem(issue) })) },
  });
}

function checkExclusive(operation: AnyOperation, input: Readonly<Record<string, unknown>>): Refusal | undefined {
  for (const [left, right] of operation.cli.exclusive ?? []) {
    if (!isGiven(input[left]) || !isGiven(input[right])) continue;
    return refuse('invalid_input', message('input.exclusive', { left, right }), {
      hint: 'input.exclusiveHint',
      details: { fields: [left, right] },
    });
  }
  return undefined;
}

/** A flag that is off counts as absent. */
function isGiven(value: unknown): boolean {
  return value !== undefined && value !== false;
}
