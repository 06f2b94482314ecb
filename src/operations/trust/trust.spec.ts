import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LaneTestRepository } from '../../../test/support/laneTestRepository.js';
import { agent, person } from '../../../test/support/testRepository.js';
import type { TrustAnswer, TrustQuestion } from '../../records/trust/requireTrusted.js';
import { evidenceRun } from '../evidence/evidenceRun.js';
import { gateCheck } from '../gate/gateCheck.js';
import { invoke } from '../invoke.js';
import { laneClose } from '../lane/laneClose.js';
import { laneSetup, laneTeardown } from '../lane/laneSetupTeardown.js';
import { workerCancel } from '../lane/worker/workerCancel.js';
import { workerRetry } from '../lane/worker/workerRetry.js';
import { workerSpawn } from '../lane/worker/workerSpawn.js';
import { taskStart } from '../task/taskStart.js';
import { trustGrant } from './trustGrant.js';
import { trustRevoke } from './trustRevoke.js';
import { trustShow } from './trustShow.js';

let repo: LaneTestRepository;
/** A file that exists once a command of the repository has run. */
let canary: string;

beforeEach(() => {
  repo = new LaneTestRepository();
  canary = join(repo.directory, 'canary');
});

afterEach(() => repo.close());

/** Settings of the base branch, here and at the remote, as whoever wrote the repository has them. */
function configure(config: object): void {
  repo.commit('Configure', { '.stateroom/config.json': JSON.stringify(config) });
  repo.git('push', '-q', 'origin', 'main');
}

/** A person at a surface that can ask, with what they were asked. */
function asking(answer: TrustAnswer) {
  const asked: TrustQuestion[] = [];
  const context = {
    ...repo.context(person),
    askTrust: async (question: TrustQuestion) => {
      asked.push(question);
      return answer;
    },
  };
  return { asked, context };
}

const spawn = { lane: 'login', noFetch: true };
const token = 'ghp_abcdefghijklmnopqrstuvwxyz0123456789';

describe('the setup of a fresh clone', () => {
  beforeEach(() => configure({ lane: { setup: [`touch ${canary}`, `TOKEN=${token} x`] } }));

  it('runs for nobody before a person has trusted it, and nothing is made', async () => {
    const before = repo.traces();
    const message = `No person has trusted these commands in lane.setup for this clone: \`touch ${canary}\`, \`TOKEN=[redacted] x\`. They are shortened here; run \`stateroom trust show\` to see them in full.`;
    expect(await repo.refused(workerSpawn, spawn, agent)).toMatchObject({
      code: 'not_allowed',
      message,
      hint: 'A person can trust them, in VS Code with “Review Repository Commands…” or in a terminal with `stateroom trust grant`; --no-setup skips them.',
    });
    expect(await repo.refused(workerSpawn, spawn, person)).toMatchObject({
      message,
      hint: 'See them (`stateroom trust show`) and trust them (`stateroom trust grant`), or skip them (--no-setup).',
    });
    expect(repo.traces()).toEqual(before);
    expect(existsSync(canary)).toBe(false);
    expect(await repo.spawn('login', { noFetch: true, noSetup: true })).toMatchObject({ made: true, setup: null });
    expect(await repo.refused(laneSetup, { lane: 'login' }, person)).toMatchObject({ message });
    await repo.ok(workerCancel, { lane: 'login' }, person);
    const cancelled = repo.traces();
    expect(await repo.refused(workerRetry, { lane: 'login', noFetch: true }, person)).toMatchObject({ message });
    expect(repo.traces()).toEqual(cancelled);
    expect(existsSync(canary)).toBe(false);
  });

  it('cannot be trusted by an agent, and can by a person, on record', async () => {
    expect(await repo.refused(trustGrant, {}, agent)).toMatchObject({
      code: 'not_allowed',
      message: 'Not allowed for an agent.',
      hint: 'Only a person can do this, in the editor’s Stateroom views or in a terminal outside an agent.',
    });
    expect(existsSync(join(repo.directory, 'home'))).toBe(false);
    const untrusted = {
      trusted: false,
      commands: [
        { setting: 'lane.setup', command: `touch ${canary}`, trusted: false },
        { setting: 'lane.setup', command: `TOKEN=${token} x`, trusted: false },
      ],
      removed: [],
      hash: expect.stringMatching(/^[0-9a-f]{16}$/),
      grantedAt: null,
      grantedBy: null,
      problem: null,
    };
    const shown = await repo.ok(trustShow, {}, agent);
    expect(shown).toEqual(untrusted);
    expect(await repo.refused(trustGrant, { hash: '0123456789abcdef' }, person)).toMatchObject({ code: 'stale' });
    const granted = await repo.ok(trustGrant, { hash: shown.hash }, person);
    expect(granted).toMatchObject({
      trusted: true,
      changed: true,
      grantedBy: 'Ada',
      grantedAt: '2026-11-02T10:00:00.000Z',
    });
    expect(await repo.ok(trustGrant, {}, person)).toMatchObject({ changed: false });
    await repo.ok(workerSpawn, spawn, agent);
    expect(existsSync(canary)).toBe(true);
    const { rows } = await repo.store.maintenance.query(
      "select actor, payload from events where type = 'trust_granted'",
      9,
    );
    expect(rows).toEqual([
      ['Ada', JSON.stringify({ hash: shown.hash, commands: 2, added: [`touch ${canary}`, 'TOKEN=[redacted] x'] })],
    ]);
    expect(await repo.refused(trustRevoke, {}, agent)).toMatchObject({ code: 'not_allowed' });
    expect(await repo.ok(trustRevoke, {}, person)).toEqual({ changed: true });
    expect(await repo.ok(trustRevoke, {}, person)).toEqual({ changed: false });
    expect(await repo.ok(trustShow, {}, agent)).toEqual(untrusted);
    expect(await repo.eventTypes()).toEqual(expect.arrayContaining(['trust_granted', 'trust_revoked']));
  });

  it('asks for the difference alone once a command changes, and for nothing once one goes', async () => {
    await repo.trustCommands();
    configure({ lane: { setup: [`touch ${canary}`, 'npm ci', 'echo \u202eharmless\nrm -rf x'] } });
    const { message } = await repo.refused(workerSpawn, spawn, agent);
    expect(message).toBe(
      'No person has trusted these commands in lane.setup for this clone: `npm ci`, `echo \\u{202e}harmless\\u{a}rm -rf x`.',
    );
    expect(await repo.ok(trustShow, {})).toMatchObject({
      trusted: false,
      commands: [{ trusted: true }, { command: 'npm ci', trusted: false }, { trusted: false }],
      removed: [{ setting: 'lane.setup', command: `TOKEN=${token} x` }],
    });
    // A trusted command is trusted for what it was trusted for.
    configure({ lane: { teardown: [`touch ${canary}`] } });
    expect(await repo.ok(trustShow, {})).toMatchObject({ commands: [{ setting: 'lane.teardown', trusted: false }] });
    configure({ lane: { setup: [`touch ${canary}`] } });
    expect(await repo.spawn('login', { noFetch: true })).toMatchObject({ setup: { ok: true } });
  });

  it('is not trusted by what a repository or another clone brings', async () => {
    await repo.trustCommands();
    const home = join(repo.directory, 'home');
    for (const folder of ['.git', '.git/stateroom', '.', '.stateroom']) {
      cpSync(home, join(repo.repository, folder), { recursive: true });
      cpSync(repo.settingsFolder, join(repo.repository, folder), { recursive: true });
    }
    // The clone at this path is another one now, with all that the first one held.
    const first = `${repo.repository}-first`;
    renameSync(repo.repository, first);
    cpSync(first, repo.repository, { recursive: true });
    expect(await repo.refused(workerSpawn, spawn, agent)).toMatchObject({ details: { needs: 'trust' } });
    expect(existsSync(canary)).toBe(false);
  });

  it('is not trusted by a damaged file, which is said', async () => {
    await repo.trustCommands();
    const folder = join(repo.settingsFolder, 'trust');
    const [name = ''] = readdirSync(folder);
    writeFileSync(join(folder, name), '{"version":1}');
    expect(await repo.refused(workerSpawn, spawn, agent)).toMatchObject({ details: { needs: 'trust' } });
    expect(await repo.ok(trustShow, {})).toMatchObject({
      trusted: false,
      grantedAt: null,
      problem: `${join(folder, name)}: not a valid trust file`,
    });
    await repo.trustCommands();
    expect(await repo.ok(trustShow, {})).toMatchObject({ trusted: true, problem: null });
  });

  it('is shared by all worktrees of the clone', async () => {
    const lane = await repo.spawn('login', { noFetch: true, noSetup: true });
    repo.place = lane.worktreePath;
    await repo.trustCommands();
    repo.place = repo.repository;
    expect(await repo.ok(trustShow, {})).toMatchObject({ trusted: true });
    repo.place = lane.worktreePath;
    expect(await repo.ok(laneSetup, {})).toMatchObject({ ran: [{ exitCode: 0 }, {}] });
    expect(existsSync(canary)).toBe(true);
  });
});

describe('a person who can be asked', () => {
  beforeEach(() => configure({ lane: { setup: [`touch ${canary}`], teardown: ['docker compose down'] } }));

  it('is shown all that is not trusted, and trusts exactly that', async () => {
    const { asked, context } = asking('trust');
    const commands = [
      { setting: 'lane.setup', command: `touch ${canary}` },
      { setting: 'lane.teardown', command: 'docker compose down' },
    ];
    expect(await invoke(workerSpawn, context, spawn)).toMatchObject({ setup: { ok: true } });
    expect(asked).toEqual([{ commands, isChange: false, setting: 'lane.setup', canSkip: true }]);
    expect(existsSync(canary)).toBe(true);
    expect(await invoke(laneSetup, context, { lane: 'login' })).toMatchObject({ ok: true });
    expect(asked).toHaveLength(1);
    configure({ lane: { setup: [`touch ${canary}`, 'npm ci'] } });
    await invoke(laneSetup, context, { lane: 'login' });
    expect(asked.slice(1)).toEqual([
      {
        commands: [{ setting: 'lane.setup', command: 'npm ci' }],
        isChange: true,
        setting: 'lane.setup',
        canSkip: false,
      },
    ]);
  });

  it('can go on without them, or stop before anything is made', async () => {
    const before = repo.traces();
    expect(await invoke(workerSpawn, asking(undefined).context, spawn)).toMatchObject({
      refused: true,
      hint: 'Choose “Review Repository Commands…” to see and trust them.',
    });
    expect(repo.traces()).toEqual(before);
    expect(await invoke(workerSpawn, asking('skip').context, spawn)).toMatchObject({ made: true, setup: null });
    expect(existsSync(canary)).toBe(false);
    expect(await repo.ok(trustShow, {})).toMatchObject({ trusted: false });
  });
});

describe('what a person is shown before they trust it', () => {
  it('is the whole of what runs: no part of it redacted, cut, or out of sight', async () => {
    const inKey = `: -----BEGIN PRIVATE KEY-----; touch ${canary}; : -----END PRIVATE KEY-----; echo ok`;
    const inPassword = `curl -u x:\`touch\${IFS}${canary}\` http://127.0.0.1:9`;
    const far = `npm ci${' '.repeat(900)}; touch ${canary}`;
    const blank = 'npm ci \u2800\u2800\u3164\u00a0\ufe0f; x';
    configure({ lane: { setup: [inKey, inPassword, far, blank] } });
    const whole = [
      inKey,
      inPassword,
      `npm ci \\u{20×899}; touch ${canary}`,
      'npm ci \\u{2800×2}\\u{3164}\\u{a0}\\u{fe0f}; x',
    ].map(command => ({ setting: 'lane.setup', command }));
    const { asked, context } = asking(undefined);
    const refusal = await invoke(workerSpawn, context, spawn);
    expect(asked.map(({ commands }) => commands)).toEqual([whole]);
    expect(refusal).toMatchObject({
      message:
        'No person has trusted these commands in lane.setup for this clone: `: [redacted]; echo ok`, `curl -u x:[redacted] http://127.0.0.1:9`, ' +
        `\`npm ci \\u{20×899}; touch ${canary}\`, \`npm ci \\u{2800×2}\\u{3164}\\u{a0}\\u{fe0f}; x\`. ` +
        'They are shortened here; run `stateroom trust show` to see them in full.',
    });
    expect((await repo.ok(trustShow, {}, agent)).commands).toEqual(whole.map(each => ({ ...each, trusted: false })));
    expect((await repo.ok(trustGrant, {}, person)).commands).toEqual(whole.map(each => ({ ...each, trusted: true })));
    const { rows } = await repo.store.maintenance.query("select payload from events where type = 'trust_granted'", 9);
    expect(JSON.stringify(rows)).not.toContain('PRIVATE KEY');
  });

  it('is said to be shortened where a refusal has no room for it', async () => {
    configure({ lane: { setup: [`echo ${'a'.repeat(400)}; touch ${canary}`] } });
    expect((await repo.refused(workerSpawn, spawn, agent)).message).toBe(
      `No person has trusted these commands in lane.setup for this clone: \`echo ${'a'.repeat(194)}…\`. They are shortened here; run \`stateroom trust show\` to see them in full.`,
    );
  });

  it('is not trusted by the trust in another command that only a secret tells from it', async () => {
    configure({ gate: { commands: ['curl -u x:one http://127.0.0.1:9'] } });
    await repo.trustCommands();
    configure({ gate: { commands: ['curl -u x:two http://127.0.0.1:9'] } });
    expect(await repo.ok(trustShow, {})).toMatchObject({
      trusted: false,
      commands: [{ setting: 'gate.commands', command: 'curl -u x:two http://127.0.0.1:9', trusted: false }],
    });
  });
});

describe('trust in commands that are not named here now', () => {
  it('stays, so that worktrees of other settings do not take it from each other', async () => {
    configure({ hooks: { format: 'prettier --check' } });
    await repo.trustCommands();
    configure({ hooks: { format: 'biome check' } });
    const { commands, removed } = await repo.ok(trustGrant, {}, person);
    expect([commands, removed]).toEqual([
      [{ setting: 'hooks.format', command: 'biome check', trusted: true }],
      [{ setting: 'hooks.format', command: 'prettier --check' }],
    ]);
    configure({ hooks: { format: 'prettier --check' } });
    expect(await repo.ok(trustShow, {})).toMatchObject({ trusted: true });
    expect(await repo.ok(trustGrant, {}, person)).toMatchObject({ changed: false });
    await repo.ok(trustRevoke, {}, person);
    expect(await repo.ok(trustShow, {})).toMatchObject({ trusted: false, removed: [] });
  });

  it('is not given back by an answer to a question from before it was revoked', async () => {
    configure({ lane: { setup: [`touch ${canary}`] } });
    await repo.trustCommands();
    configure({ lane: { setup: [`touch ${canary}`, 'true'] } });
    const { context } = asking('trust');
    const askTrust = async (question: TrustQuestion) => {
      expect(question.commands).toEqual([{ setting: 'lane.setup', command: 'true' }]);
      await repo.ok(trustRevoke, {}, person);
      return 'trust' as const;
    };
    expect(await invoke(workerSpawn, { ...context, askTrust }, spawn)).toMatchObject({
      message: `No person has trusted these commands in lane.setup for this clone: \`touch ${canary}\`.`,
    });
    expect(existsSync(canary)).toBe(false);
  });

  it('is forgotten, the oldest first, once it is more than 200', async () => {
    const named = (round: number) => Array.from({ length: 20 }, (_, index) => `echo ${round}.${index}`);
    for (let round = 0; round < 4; round++) {
      configure({
        lane: { setup: named(round), teardown: named(round) },
        gate: { commands: named(round) },
        hooks: { format: 'kept' },
      });
      await repo.trustCommands();
    }
    const state = await repo.ok(trustShow, {});
    expect([state.trusted, state.removed.length]).toEqual([true, 139]);
    expect(state.removed[0]).toEqual({ setting: 'gate.commands', command: 'echo 0.1' });
  });
});

describe('the teardown of a lane', () => {
  it('is left out until it is trusted, and the lane is closed all the same', async () => {
    configure({ lane: { teardown: [`touch ${canary}`] } });
    const why = `No person has trusted these commands in lane.teardown for this clone: \`touch ${canary}\`.`;
    const lane = await repo.spawn('login', { noFetch: true });
    expect(await repo.refused(laneTeardown, { lane: 'login' }, person)).toMatchObject({ message: why });
    expect(await repo.ok(laneClose, { lane: 'login' }, person)).toMatchObject({
      status: 'closed',
      worktree: 'removed',
      teardownSkipped: why,
    });
    expect([existsSync(canary), existsSync(lane.worktreePath)]).toEqual([false, false]);
    await repo.spawn('asked', { noFetch: true });
    const { asked, context } = asking(undefined);
    expect(await invoke(workerCancel, context, { lane: 'asked' })).toMatchObject({ teardownSkipped: why });
    expect(asked).toMatchObject([{ setting: 'lane.teardown', canSkip: true }]);
    expect(existsSync(canary)).toBe(false);
    await repo.spawn('last', { noFetch: true });
    expect(await invoke(laneClose, asking('trust').context, { lane: 'last' })).toMatchObject({ teardownSkipped: null });
    expect(existsSync(canary)).toBe(true);
  });
});

describe('a command of the gate', () => {
  it('is run from a button only once it is trusted, and as the caller’s own for anybody', async () => {
    configure({ gate: { commands: [`touch ${canary}`] } });
    const run = { command: [`touch ${canary}`], directory: '' };
    mkdirSync(join(repo.repository, 'src'));
    repo.commit('Begin', { 'src/a.ts': '' });
    const declined = asking(undefined);
    expect(await invoke(evidenceRun, declined.context, run)).toMatchObject({
      refused: true,
      message: `No person has trusted these commands in gate.commands for this clone: \`touch ${canary}\`.`,
      hint: 'Choose “Review Repository Commands…” to see and trust them.',
    });
    expect([existsSync(canary), declined.asked[0]?.canSkip]).toEqual([false, false]);
    const other = asking(undefined);
    expect(await invoke(evidenceRun, other.context, { command: ['true'] })).toMatchObject({ exitCode: 0 });
    expect(other.asked).toEqual([]);
    expect(await invoke(evidenceRun, asking('trust').context, run)).toMatchObject({ exitCode: 0 });
    expect(existsSync(canary)).toBe(true);
    await repo.ok(trustRevoke, {}, person);
    expect(await repo.ok(evidenceRun, run, agent)).toMatchObject({ exitCode: 0 });
  });

  it('is asked about where only the base branch of the task names it', async () => {
    repo.git('switch', '-q', '-c', 'release');
    repo.commit('Configure', { '.stateroom/config.json': JSON.stringify({ gate: { commands: [`touch ${canary}`] } }) });
    repo.git('switch', '-q', 'main');
    await repo.ok(taskStart, { objective: 'Fix the release', base: 'release' }, person);
    const run = { command: [`touch ${canary}`], directory: '', task: 'T-1' };
    const { asked, context } = asking(undefined);
    expect(await invoke(evidenceRun, context, run)).toMatchObject({ refused: true, details: { needs: 'trust' } });
    expect(asked[0]?.commands).toEqual([{ setting: 'gate.commands', command: `touch ${canary}` }]);
    expect(existsSync(canary)).toBe(false);
    expect(await invoke(evidenceRun, asking('trust').context, run)).toMatchObject({ exitCode: 0 });
    const again = asking(undefined);
    expect(await invoke(evidenceRun, again.context, run)).toMatchObject({ exitCode: 0 });
    expect(again.asked).toEqual([]);
  });

  it('is asked about and run whole where a button has it without its secret', async () => {
    configure({ gate: { commands: [`: TOKEN=${token}; touch ${canary}`] } });
    const run = { command: [`: TOKEN=[redacted]; touch ${canary}`], directory: '' };
    const { asked, context } = asking(undefined);
    expect(await invoke(evidenceRun, context, run)).toMatchObject({ refused: true });
    expect(asked[0]?.commands).toEqual([{ setting: 'gate.commands', command: `: TOKEN=${token}; touch ${canary}` }]);
    expect(existsSync(canary)).toBe(false);
    configure({ gate: { commands: [`test TOKEN=${token} = TOKEN=ghp_abcdefghijklmnopqrst'uvwxyz0123456789'`] } });
    await repo.ok(evidenceRun, { command: ['true'] }, person);
    const gate = await repo.ok(gateCheck, {});
    expect(gate.commands).toEqual(["test TOKEN=[redacted] = TOKEN=[redacted]'uvwxyz0123456789'"]);
    const button = { command: [gate.commands[0] ?? ''], directory: '' };
    expect(await invoke(evidenceRun, asking('trust').context, button)).toMatchObject({ exitCode: 0 });
  });
});
