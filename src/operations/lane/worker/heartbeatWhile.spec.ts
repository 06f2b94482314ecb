import { expect, it } from 'vitest';
import type { LanePorts } from '../../../git/lane/openLanes.js';
import type { ShellState } from '../../../platform/shellProgram.js';
import { heartbeatWhile, pulseInShell } from './heartbeatWhile.js';

const pulses = async (...states: ShellState[]): Promise<string[]> => {
  const rest = [...states];
  const pulse = pulseInShell(async () => rest.shift() ?? 'gone');
  const found: string[] = [];
  for (const _state of states) found.push(await pulse());
  return found;
};

it.each<[string, ShellState[], string[]]>([
  ['runs at once', ['running', 'running'], ['alive', 'alive']],
  ['ends, which is certain at the second look', ['running', 'idle', 'idle'], ['alive', 'stopped', 'dead']],
  ['follows another one', ['running', 'idle', 'running', 'idle'], ['alive', 'stopped', 'alive', 'stopped']],
  ['begins after slow startup files', ['busy', 'idle', 'idle', 'running'], ['alive', 'stopped', 'stopped', 'alive']],
  ['is suspended, and goes on', ['running', 'stopped', 'stopped', 'running'], ['alive', 'stopped', 'stopped', 'alive']],
  ['ends with its shell', ['running', 'gone'], ['alive', 'dead']],
  ['is in a shell of which nothing is known', ['unknown', 'unknown', 'gone'], ['unknown', 'unknown', 'dead']],
])('a program in a shell %s', async (_case, states, expected) => {
  expect(await pulses(...states)).toEqual(expected);
});

it('is looked at more often than it heartbeats, and heartbeats as soon as it goes on', async () => {
  const log: string[] = [];
  const states = ['alive', 'alive', 'alive', 'alive', 'stopped', 'alive', 'alive', 'dead'] as const;
  let looks = 0;
  const lanes = {
    heartbeats: { heartbeat: async (_lane: string, at: number, every: number) => log.push(`${at} ${every}`) },
  } as unknown as LanePorts;
  const pulse = () => states[looks++] ?? 'dead';
  const clock = { now: () => looks };
  const plan = { lane: 'login', pulse, looksPerBeat: 4, everyMs: 4, signal: undefined };
  expect(await heartbeatWhile(lanes, clock, plan)).toBe('gone');
  // At the first look; the fifth is when the next one is due, and the sixth the first at which it is possible.
  expect(log).toEqual(['1 4', '6 4']);
});
