import { isMessage } from './message.js';
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
