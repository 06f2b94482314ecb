import { deepStrictEqual } from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import type { Lane } from '../../src/domain/lane/lane.js';
import type { Message } from '../../src/domain/message/message.js';
import type { StateroomApi } from '../../src/surfaces/vscode/stateroomApi.js';
import { cli, run, stateroom, until } from './stateroom.js';

/** Seconds between heartbeats: what is not heard of is stale after 5 s, and dead after 50. */
const every = 0.5;
/** How long each state is looked at, in ms: longer than it takes to be stale. */
const watchMs = 6000;

/** Quiet until it may work, then busy without a pause until it may ask, then quiet; its pid is in the file `quiet`. */
const program = `
import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
writeFileSync('pid.part', String(process.pid));
renameSync('pid.part', 'pid');
while (!existsSync('work')) await wait(20);
while (!existsSync('ask'));
writeFileSync('asks', '');
for (;;) await wait(1000);
`;

interface Shell {
  readonly lane: string;
  readonly profile: { readonly path: string; readonly args?: readonly string[] };
  readonly isFollowed: boolean;
  /** Why it is dead once its program was killed. */
  readonly end: string;
}

const killed = 'Its program ended with exit code 137.';
const lost = 'Its program ended without an exit code.';

/** The shells in which an agent is started; the startup file of the last ones is slow and ends in another shell. */
const shells = (startup: (last: string) => string): readonly Shell[] => [
  { lane: 'told', profile: { path: 'bash' }, isFollowed: true, end: killed },
  { lane: 'untold', profile: { path: 'sh' }, isFollowed: false, end: lost },
  { lane: 'became', profile: { path: 'sh', args: ['-c', startup('exec sh -i')] }, isFollowed: false, end: lost },
  { lane: 'within', profile: { path: 'sh', args: ['-c', startup('sh -i; exit')] }, isFollowed: false, end: lost },
];

describe('An agent in a terminal', () => {
  let api: StateroomApi;
  const settings = () => vscode.workspace.getConfiguration('terminal.integrated');
  const global = vscode.ConfigurationTarget.Global;

  before(async () => {
    api = await stateroom();
    await vscode.commands.executeCommand('stateroom.lanes.focus');
  });

  after(async () => {
    for (const terminal of vscode.window.terminals) terminal.dispose();
    await settings().update('defaultProfile.linux', undefined, global);
    await settings().update('profiles.linux', undefined, global);
  });

  const life = async (name: string): Promise<string> => {
    const { description = '' } = (await api.lanes()).rows.find(({ lane }) => lane === name) ?? {};
    // After its number and its life, that its files meet those of other lanes. On a busy machine a heartbeat may come late.
    return description.split(' · ').slice(1, 3).join(' · ').replace('heartbeat late', 'alive');
  };
  /** All that is shown of a lane for some seconds, once it is what is expected first. */
  const watched = async (name: string, first: string): Promise<string> => {
    await until(`${name} as ${first}`, async () => ((await life(name)) === first ? true : undefined));
    const seen = new Set<string>();
    for (const end = Date.now() + watchMs; Date.now() < end; await new Promise(done => setTimeout(done, 200))) {
      seen.add(await life(name));
    }
    return [...seen].join(', ');
  };

  const lives = async ({ lane, profile, isFollowed }: Shell): Promise<readonly string[]> => {
    const { worktreePath } = await run<Lane>('worker.spawn', { lane, noFetch: true });
    const at = (name: string): string => join(worktreePath, name);
    writeFileSync(at('agent.mjs'), program);
    await settings().update('profiles.linux', { [lane]: profile }, global);
    await settings().update('defaultProfile.linux', lane, global);
    const command = `"${process.execPath}" agent.mjs`;
    const variables = 'ELECTRON_RUN_AS_NODE=1';
    const started = await vscode.commands.executeCommand<{ agent: string; followed: boolean }>(
      'stateroom.lane.startAgent',
      { lane, command: `env ${variables} ${command}`, every },
    );
    const pid = await until(`the program in ${lane}`, () =>
      existsSync(at('pid')) ? Number(readFileSync(at('pid'), 'utf8')) : undefined,
    );
    const steps = [`followed: ${started.followed}`, `quiet: ${await watched(lane, 'working · alive')}`];
    writeFileSync(at('work'), '');
    steps.push(`busy: ${await watched(lane, 'working · alive')}`);
    writeFileSync(at('ask'), '');
    await until(`the question of ${lane}`, () => (existsSync(at('asks')) ? true : undefined));
    const question = ['message', 'send', 'Which key?', '--kind', 'question', '--lane', lane];
    const { message } = await cli<{ message: Message }>(started.agent, ...question);
    steps.push(`asks: ${await watched(lane, 'working · waiting for you')}`);
    const needs = (await api.needsYou()).rows.filter(({ description }) => description.includes(message.ref));
    steps.push(`needs you: ${needs.length}`);
    await run('message.send', { replyTo: message.ref, text: 'This one' });
    steps.push(`answered: ${await watched(lane, 'working · alive')}`);
    process.kill(pid, 'SIGKILL');
    await until(`the end of ${lane}`, async () => ((await life(lane)) === 'working · dead' ? true : undefined));
    const { worker } = await cli<Lane>('reader', 'lane', 'show', lane);
    steps.push(`killed: ${String(worker?.trouble?.reason)}`);
    return isFollowed === started.followed ? steps : [...steps, 'was not followed as expected'];
  };

  it('is alive while its program is quiet or busy, waits for a person, and is dead once it is killed', async function () {
    if (process.platform !== 'linux') return this.skip();
    const startup = (last: string): string => `node -e "" ; sleep 2; ${last}`;
    const found = shells(startup);
    const seen: (readonly string[])[] = [];
    for (const shell of found) seen.push(await lives(shell));
    deepStrictEqual(
      seen,
      found.map(({ isFollowed, end }) => [
        `followed: ${isFollowed}`,
        'quiet: working · alive',
        'busy: working · alive',
        'asks: working · waiting for you',
        'needs you: 1',
        'answered: working · alive',
        `killed: ${end}`,
      ]),
    );
  });
});
