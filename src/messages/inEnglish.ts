import type { Message } from './message.js';
import { say } from './say.js';

/** An answer as programs outside of this process are given it: with a sentence in place of each message. */
export function inEnglish<Value>(value: Value): Value {
  return spoken(value) as Value;
}

function spoken(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(spoken);
  if (isMessage(value)) return say(value);
  const prototype = Object.getPrototypeOf(value) as unknown;
  if (prototype !== Object.prototype && prototype !== null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, spoken(inner)]));
}

/** Tells a message from other data. */
export function isMessage(value: unknown): value is Message {
  if (typeof value !== 'object' || value === null) return false;
  const { key, values, clause: _, ...rest } = value as { key?: unknown; values?: unknown; clause?: unknown };
  return typeof key === 'string' && typeof values === 'object' && values !== null && Object.keys(rest).length === 0;
}
