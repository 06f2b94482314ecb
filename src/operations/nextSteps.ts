import { isMasked } from '../domain/evidence/commandText.js';
import type { NextStep } from '../domain/refusal/refusal.js';
import { type GateReason, gateReasons } from '../gates/gate.js';
import { isMessage, type Message, message, verbatim } from '../messages/message.js';
import { commandLineOf, commandWith } from './commandLine.js';
import type { AnyOperation } from './operation.js';

export interface FoundStep {
  readonly operation: AnyOperation;
  readonly input: NextStep['input'];
}

/** Phrases at least one step for a surface; undefined if the surface has none of them. */
type SaySteps = (steps: readonly FoundStep[]) => string | undefined;

export type FindOperation = (name: string) => Promise<AnyOperation | undefined>;

/** Loads the whole catalogue; use `loadOperation` for one. */
const findInCatalogue: FindOperation = async name => (await import('./catalogue.js')).findOperation(name);

/** Ends each hint with a `next`, and each gate's remedy, with operations in the surface's terms. Drops fields for surfaces. */
export async function withSteps<Value>(value: Value, say: SaySteps, find = findInCatalogue): Promise<Value> {
  if (!hasSteps(value)) return value;
  const reasons: (GateReason & { readonly fix: Message })[] = [];
  const operations = new Map<string, AnyOperation | undefined>();
  const collect = (part: unknown): void => {
    if (!isData(part)) return;
    if (isReason(part)) {
      reasons.push(part);
      return;
    }
    if (isAdvised(part)) for (const { operation } of part.next) operations.set(operation, undefined);
    for (const inner of Object.values(part)) collect(inner);
  };
  collect(value);
  for (const name of operations.keys()) operations.set(name, await find(name));
  const said = (advice: Message | undefined, steps: readonly FoundStep[]): Message | undefined => {
    const words = steps.length === 0 ? undefined : say(steps.map(withoutMasked));
    if (words === undefined) return advice;
    return advice === undefined ? verbatim(words) : message('input.both', { one: advice, other: verbatim(words) });
  };
  // A hint that repeats a reason's remedy is the same message object.
  const remedies = new Map<unknown, Message | undefined>();
  if (reasons.length > 0) {
    const { gateSteps } = await import('./gateSteps.js');
    for (const reason of reasons) remedies.set(reason.fix, said(reason.fix, gateSteps(reason)));
  }
  const rewrite = (part: unknown): unknown => {
    if (isMessage(part)) return remedies.get(part) ?? part;
    if (Array.isArray(part)) return part.map(rewrite);
    if (!isData(part)) return part;
    const { next: _next, ...rest } = part as { next?: unknown };
    const whole = isAdvised(part) ? rest : part;
    const { remedy: _remedy, input: _input, ...facts } = whole as Record<string, unknown>;
    const inner = Object.fromEntries(
      Object.entries(isReason(part) ? facts : whole).map(([name, one]) => [name, rewrite(one)]),
    );
    if (!isAdvised(part)) return inner;
    const steps = part.next.flatMap(({ operation, input }) => {
      const found = operations.get(operation);
      return found === undefined ? [] : [{ operation: found, input }];
    });
    const hint = said(inner.hint as Message | undefined, steps);
    return hint === undefined ? inner : { ...inner, hint };
  };
  return rewrite(value) as Value;
}

export function withNextCommands<Value>(value: Value, find?: FindOperation): Promise<Value> {
  return withSteps(value, steps => `Run ${commandsOf(steps)}.`, find);
}

/** `stateroom slice close --slice S-1` or another. */
export function commandsOf(steps: readonly FoundStep[]): string {
  return steps
    .map(({ operation, input }) => `\`stateroom ${commandWith(commandLineOf(operation), input)}\``)
    .join(' or ');
}

/** Drops inputs with a redacted secret, which cannot be run. */
function withoutMasked({ operation, input }: FoundStep): FoundStep {
  const known = Object.entries(input).filter(([, value]) => ![value].flat().some(one => isMasked(String(one))));
  return { operation, input: Object.fromEntries(known) };
}

/** Most answers have no steps: they are neither copied nor load operations. */
function hasSteps(value: unknown): boolean {
  return isData(value) && (isReason(value) || isAdvised(value) || Object.values(value).some(hasSteps));
}

function isData(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || isMessage(value)) return false;
  const prototype = Object.getPrototypeOf(value) as unknown;
  return Array.isArray(value) || prototype === Object.prototype || prototype === null;
}

/** True for a refusal or a store's health with next steps. The sentence is a message, which data never contains. */
function isAdvised(value: object): value is { readonly next: readonly NextStep[] } {
  const { next, message: refusal, reason, hint } = value as Partial<Record<string, unknown>>;
  return Array.isArray(next) && [refusal, reason, hint].some(isMessage);
}

function isReason(value: object): value is GateReason & { readonly fix: Message } {
  return 'code' in value && 'fix' in value && isMessage(value.fix) && Object.hasOwn(gateReasons, String(value.code));
}
