import { isMessage } from './message.js';
import { say } from './say.js';

/** Replaces each message in an answer by its English text, for other processes. */
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
