import type { NextStep } from '../domain/refusal/refusal.js';
import { type GateReason, gateReasons } from '../gates/gate.js';
import { isMessage, type Message, message, verbatim } from '../messages/message.js';
import { commandLineOf, commandWith } from './commandLine.js';
import type { AnyOperation } from './operation.js';

/** An operation that goes on from here, with the known part of its input. */
export interface FoundStep {
  readonly operation: AnyOperation;
  readonly input: NextStep['input'];
}

/** How a surface says steps; undefined where it has none of them. There is at least one. */
type SaySteps = (steps: readonly FoundStep[]) => string | undefined;

/**
 * An answer or a refusal in which each hint with a `next`, and each remedy of a gate, ends with its operations as the surface
 * says them. What only surfaces read is left out.
 */
export async function withSteps<Value>(value: Value, say: SaySteps): Promise<Value> {
  if (!hasSteps(value)) return value;
  const [{ findOperation }, { gateSteps }] = await Promise.all([import('./catalogue.js'), import('./gateSteps.js')]);
  const said = (advice: Message | undefined, steps: readonly FoundStep[]): Message | undefined => {
    const words = steps.length === 0 ? undefined : say(steps);
    if (words === undefined) return advice;
    return advice === undefined ? verbatim(words) : message('input.both', { one: advice, other: verbatim(words) });
  };
  // What repeats the remedy of a reason, as the hint of a refusal does, is the same message.
  const remedies = new Map<unknown, Message | undefined>();
  const collect = (part: unknown): void => {
    if (!isData(part)) return;
    if (isReason(part)) remedies.set(part.fix, said(part.fix, gateSteps(part)));
    else for (const inner of Object.values(part)) collect(inner);
  };
  const rewrite = (part: unknown): unknown => {
    if (isMessage(part)) return remedies.get(part) ?? part;
    if (Array.isArray(part)) return part.map(rewrite);
    if (!isData(part)) return part;
    const { next, ...rest } = part as { next?: unknown; hint?: Message };
    const whole = isAdvised(part) ? rest : part;
    const { remedy: _remedy, input: _input, ...facts } = whole as Record<string, unknown>;
    const inner = Object.fromEntries(
      Object.entries(isReason(part) ? facts : whole).map(([name, one]) => [name, rewrite(one)]),
    );
    if (!isAdvised(part)) return inner;
    const steps = (next as readonly NextStep[]).flatMap(({ operation, input }) => {
      const found = findOperation(operation);
      return found === undefined ? [] : [{ operation: found, input }];
    });
    const hint = said(inner.hint as Message | undefined, steps);
    return hint === undefined ? inner : { ...inner, hint };
  };
  collect(value);
  return rewrite(value) as Value;
}

/** The same for a terminal, with commands. */
export function withNextCommands<Value>(value: Value): Promise<Value> {
  return withSteps(value, steps => `Run ${commandsOf(steps)}.`);
}

/** Steps as commands: `stateroom slice close --slice S-1` or another. */
export function commandsOf(steps: readonly FoundStep[]): string {
  return steps
    .map(({ operation, input }) => `\`stateroom ${commandWith(commandLineOf(operation), input)}\``)
    .join(' or ');
}

/** Whether there is anything to say, so that most answers are neither copied nor load the catalogue. */
function hasSteps(value: unknown): boolean {
  return isData(value) && (isReason(value) || isAdvised(value) || Object.values(value).some(hasSteps));
}

function isData(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || isMessage(value)) return false;
  const prototype = Object.getPrototypeOf(value) as unknown;
  return Array.isArray(value) || prototype === Object.prototype || prototype === null;
}

/**
 * A refusal, or the health of a store, with its next steps. Their sentences are messages, which no data can be: payloads and
 * notes with fields of these names are somebody's own, and stay as they are.
 */
function isAdvised(value: object): boolean {
  const { next, message: refusal, reason, hint } = value as Partial<Record<string, unknown>>;
  return Array.isArray(next) && [refusal, reason, hint].some(isMessage);
}

function isReason(value: object): value is GateReason & { readonly fix: Message } {
  return 'code' in value && 'fix' in value && isMessage(value.fix) && Object.hasOwn(gateReasons, String(value.code));
}
