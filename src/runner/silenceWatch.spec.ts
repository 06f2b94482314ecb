import { describe, expect, it } from 'vitest';
import type { AgentUpdate } from '../backends/agentProgram.js';
import { usualSilence } from '../domain/agentSession/silenceLimits.js';
import { SilenceWatch } from './silenceWatch.js';

const minute = 60_000;

/** A watch with looks each second up to a time. */
function watched() {
  let now = 0;
  const watch = new SilenceWatch(usualSilence, () => now);
  const until = (ms: number, isWaiting = false) => {
    let last = watch.look(isWaiting);
    while (now < ms) {
      now += 1000;
      last = watch.look(isWaiting);
    }
    return last;
  };
  const pause = (ms: number) => {
    now += ms;
  };
  return { watch, until, pause };
}

const message = (text: string): AgentUpdate => ({ kind: 'message', text });
const tool = (state: 'in_progress' | 'completed', kind = 'execute'): AgentUpdate => ({
  ...{ kind: 'tool', id: 'one', tool: kind, state },
});

describe('an agent that says nothing', () => {
  it('is silent after five minutes, and stalled after ten without a first word', () => {
    const { until } = watched();
    expect(until(5 * minute - 1000)).toEqual({ state: 'speaks' });
    expect(until(5 * minute)).toEqual({ state: 'silent', ms: 5 * minute });
    expect(until(10 * minute)).toEqual({ state: 'stalled', how: 'never', ms: 10 * minute });
  });

  it('is stalled after thirty minutes once it has spoken, and after sixty within a tool call', () => {
    const one = watched();
    one.watch.see(message('On it'));
    expect(one.until(29 * minute)).toEqual({ state: 'silent', ms: 29 * minute });
    expect(one.until(30 * minute)).toEqual({ state: 'stalled', how: 'silent', ms: 30 * minute });
    const other = watched();
    other.watch.see(tool('in_progress'));
    expect(other.until(59 * minute)).toEqual({ state: 'silent', ms: 59 * minute });
    expect(other.until(60 * minute)).toEqual({ state: 'stalled', how: 'silent', ms: 60 * minute });
  });

  it('is not silenced by usage, modes, errors beside the protocol, and notices of a limit', () => {
    const { watch, until } = watched();
    until(4 * minute);
    for (const update of [
      { kind: 'usage', meaning: 'context', used: 1 },
      { kind: 'mode', mode: 'ask' },
      { kind: 'error-output', text: 'retrying' },
      message('API Error: 429 rate_limit_error'),
    ] satisfies AgentUpdate[])
      watch.see(update);
    expect(until(5 * minute)).toEqual({ state: 'silent', ms: 5 * minute });
    watch.see(message('Here'));
    expect(until(5 * minute + 1000)).toEqual({ state: 'speaks' });
  });

  it('is excused while it waits for a person, and while this process was paused', () => {
    const one = watched();
    expect(one.until(40 * minute, true)).toEqual({ state: 'speaks' });
    const other = watched();
    other.until(minute);
    other.pause(8 * 60 * minute);
    expect(other.watch.look(false)).toEqual({ state: 'speaks' });
  });
});

it('an agent that only reads and thinks for an hour is stalled', () => {
  const { watch, until } = watched();
  for (let at = 1; at < 60; at += 1) {
    until(at * minute);
    watch.see({ kind: 'thought', text: 'Hm' });
    watch.see(tool('completed', 'read'));
  }
  expect(until(60 * minute)).toEqual({ state: 'stalled', how: 'idle', ms: 60 * minute });
  watch.see(tool('completed', 'edit'));
  expect(until(61 * minute)).toEqual({ state: 'speaks' });
});
