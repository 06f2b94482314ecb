import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { missingTerminal, runOnTerminal } from './cliRig.js';
import { type Connection, type ConnectOptions, connect, git, makeRepository } from './mcpRig.js';

const rationale = ['## Changes', '## Verification', '## Schema / Contract Changes', '## Open Threads']
  .map(heading => `${heading}\nNone`)
  .join('\n');

/** Calls a tool and takes a refusal for a failure of the test. */
async function ask(agent: Connection, tool: string, input: Record<string, unknown> = {}) {
  const reply = await agent.call(tool, input);
  if (reply.isError) throw new Error(`${tool}: ${reply.text}`);
  return reply.data;
}

async function refused(agent: Connection, tool: string, input: Record<string, unknown> = {}): Promise<string> {
  const reply = await agent.call(tool, input);
  if (!reply.isError) throw new Error(`${tool} was not refused: ${reply.text}`);
  return reply.text.replace(/last active \d+ s ago/g, 'last active 0 s ago');
}

interface Scene {
  readonly cwd: string;
  readonly za: Connection;
  /** The worktree of T-1, which za works on. */
  readonly own: string;
}

/** za works on W-1 in T-1, with S-1 whose test is red. */
async function redSlice(options: Partial<ConnectOptions> = { actor: 'za' }): Promise<Scene> {
  const cwd = makeRepository();
  git(cwd, 'config', 'user.name', 'Ann');
  git(cwd, 'config', 'user.email', 'ann@example.com');
  const za = await connect({ cwd, ...options });
  for (const title of ['Round', 'Other']) await ask(za, 'work_items', { action: 'add', title });
  await ask(za, 'work_items', { action: 'claim', id: 'W-1' });
  await ask(za, 'switch_task', { action: 'start', workItem: 'W-1', here: false });
  const own = join(`${cwd}.worktrees`, 'w1-round');
  writeFileSync(join(own, 'a.test.js'), "import 'nope';\n");
  expect((await za.call('slices', { action: 'start', title: 'S', test: 'node --test' })).text).toContain('red');
  return { cwd, za, own };
}

describe('an agent that holds nothing', () => {
  it('books no evidence on another agent’s task, and closes, takes and hands over nothing of it', {
    timeout: 120_000,
  }, async () => {
    const { cwd, za, own } = await redSlice();
    const held = `Refused (conflict): T-1 (w1-round) is held by za (last active 0 s ago), in ${own}. Nothing was recorded for it.`;
    const leave =
      'Leave it, or send its holder a message. A person can give it to you. Call work_items {"action":"next"}.';
    for (const where of [cwd, own]) {
      const zz = await connect({ cwd: where, actor: 'zz' });
      const { evidence } = await ask(zz, 'evidence', { command: ['node', '--version'] });
      expect(evidence).toMatchObject({ passed: true, actor: 'zz' });
      expect(evidence).not.toHaveProperty('task');
      expect(await refused(zz, 'close_slice', { rationale })).toContain(`${held} ${leave}`);
      expect(await refused(zz, 'close_slice', { rationale, slice: 'S-1' })).toContain(`${held} ${leave}`);
      expect(await refused(zz, 'slices', { action: 'commit', task: 'T-1' })).toContain(`${held} ${leave}`);
      expect(await refused(zz, 'set_handoff_state', { action: 'finish', task: 'T-1' })).toContain(held);
      expect(await refused(zz, 'switch_task', { action: 'switch', task: 'T-1' })).toContain(`${held} ${leave}`);
      expect(await refused(zz, 'work_items', { action: 'claim', id: 'W-1' })).toContain('za is working on W-1');
      expect(
        await refused(zz, 'review_findings', { action: 'record', severity: 'low', path: 'a.test.js', text: 'Why?' }),
      ).toContain(
        `${held} To record something about it anyway, name the task. Otherwise take the next item. Call review_findings {"action":"record","task":"T-1","severity":"…","path":"…","text":"…"} or work_items {"action":"next"}.`,
      );
      const session = await ask(zz, 'load_session', { task: 'T-1' });
      expect(String(session.next).replace(/\d+ s ago/, '0 s ago')).toBe(
        'za works on T-1 (last active 0 s ago). Leave it. Call work_items {"action":"next"}.',
      );
      await zz.close();
    }
    const { slices } = (await ask(za, 'get_handoff_state', { action: 'slices' })) as { slices: object[] };
    expect(slices).toMatchObject([{ ref: 'S-1', status: 'open' }]);
    expect((await ask(za, 'load_session')).next).toContain('Continue S-1: E-1 failed');
  });

  it('records a finding on a task that it names, which its holder is told of', async () => {
    const { cwd, za } = await redSlice();
    const zz = await connect({ cwd, actor: 'zz' });
    expect(
      await ask(zz, 'review_findings', {
        ...{ action: 'record', severity: 'high', path: 'a.test.js', text: 'Wrong', task: 'T-1' },
      }),
    ).toMatchObject({ finding: { ref: 'F-1', task: 'T-1' } });
    expect(await ask(za, 'load_session')).toMatchObject({ findings: { first: [{ ref: 'F-1' }] } });
  });
});

describe('the second agent goes on', () => {
  it('once the first has closed its connection', async () => {
    const { cwd, za, own } = await redSlice();
    await za.close();
    const zz = await connect({ cwd, actor: 'zz' });
    const switched = await ask(zz, 'switch_task', { action: 'switch', task: 'T-1' });
    expect(switched).toMatchObject({ directory: own });
    expect(String(switched.taken).replace(/\d+ s ago/, '0 s ago')).toBe(
      'W-1 is yours now; za held it, last active 0 s ago.',
    );
    await ask(zz, 'slices', { action: 'commit', untracked: true });
    expect((await zz.events()).map(({ type, actor }) => `${actor} ${type}`)).toContain('za task_left');
    // The first one comes back, and finds it held.
    const back = await connect({ cwd: own, actor: 'za' });
    expect(await refused(back, 'slices', { action: 'start', title: 'More' })).toContain('is held by zz');
  });

  it('once the server of the first was killed, in the worktree of the task, by its first write', async () => {
    const { za, own } = await redSlice();
    const zz = await connect({ cwd: own, actor: 'zz' });
    expect(await refused(zz, 'slices', { action: 'commit', untracked: true })).toContain('is held by za');
    const { pid } = za;
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => isRunning(pid), { timeout: 10_000 }).toBe(false);
    const reply = await zz.call('slices', { action: 'commit', untracked: true });
    expect(reply).toMatchObject({ isError: false, data: { slice: { status: 'committed' } } });
    expect(reply.text).toMatch(/W-1 is yours now; za held it, last active \d+ s ago\.$/m);
  });

  it('once the first has released the item, with the task that next offers', async () => {
    const { cwd, za, own } = await redSlice();
    await ask(za, 'work_items', { action: 'release', id: 'W-1', notes: 'Half done' });
    const zz = await connect({ cwd, actor: 'zz' });
    expect(await ask(zz, 'work_items', { action: 'next' })).toMatchObject({ item: { ref: 'W-1', owner: 'zz' } });
    expect(await ask(zz, 'switch_task', { action: 'switch', task: 'T-1' })).toMatchObject({ directory: own });
    await ask(zz, 'slices', { action: 'commit', untracked: true });
    expect(await refused(za, 'slices', { action: 'start', title: 'More' })).toContain('is held by zz');
  });

  it.skipIf(missingTerminal !== undefined)('once a person who had taken it has released it', async () => {
    const { cwd, za, own } = await redSlice();
    const { code } = await runOnTerminal(['queue', 'claim', 'W-1', '--reassign'], { cwd });
    expect(code).toBe(0);
    const taken = await refused(za, 'slices', { action: 'start', title: 'More' });
    expect(taken).toMatch(/T-1 \(w1-round\) was taken by .+, a person\. Nothing was recorded for it\./);
    expect(await refused(za, 'switch_task', { action: 'switch', task: 'T-1' })).toContain('was taken by');
    const zz = await connect({ cwd: own, actor: 'zz' });
    expect(await refused(zz, 'switch_task', { action: 'switch', task: 'T-1' })).toContain('was taken by');
    expect(await refused(zz, 'slices', { action: 'commit', untracked: true })).toContain('was taken by');
    expect((await runOnTerminal(['queue', 'release', 'W-1'], { cwd })).code).toBe(0);
    await ask(zz, 'slices', { action: 'commit', untracked: true });
    expect(await ask(zz, 'work_items', { action: 'show', id: 'W-1' })).toMatchObject({ item: { owner: 'zz' } });
  });
});

describe('sessions of a client that tells no id of its own', () => {
  it('hold by name and worktree: another one elsewhere is somebody else, a new one there goes on', async () => {
    const { cwd, za, own } = await redSlice({ clientName: 'opencode' });
    const elsewhere = await connect({ cwd, clientName: 'opencode' });
    expect((await elsewhere.call('evidence', { command: ['node', '--version'] })).text).not.toContain('  task: ');
    expect(await refused(elsewhere, 'slices', { action: 'commit', task: 'T-1' })).toContain('is held by opencode');
    expect(await refused(elsewhere, 'switch_task', { action: 'switch', task: 'T-1' })).toContain('is held by opencode');
    await za.close();
    const again = await connect({ cwd: own, clientName: 'opencode' });
    await ask(again, 'slices', { action: 'commit', untracked: true });
    expect(await refused(elsewhere, 'switch_task', { action: 'switch', task: 'T-1' })).toContain('is held by opencode');
    await again.close();
    await ask(elsewhere, 'switch_task', { action: 'switch', task: 'T-1' });
  });
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe('handing over', () => {
  const said = { done: 'The test', next: 'Make it pass', open: 'Which port?' };

  it('in the middle of a slice tells the next agent all of it, which redoes nothing', async () => {
    const { cwd, za, own } = await redSlice();
    const handed = await ask(za, 'switch_task', { action: 'hand_over', ...said });
    expect(handed).toMatchObject({ item: { ref: 'W-1', section: 'ready' }, task: 'T-1', from: 'za', directory: own });
    const backup = String(handed.backup);
    expect(backup).toMatch(/^refs\/stateroom\/rescue\/w1-round\//);
    expect(git(cwd, 'show', `${backup}:files/a.test.js`)).toContain("import 'nope'");
    const zz = await connect({ cwd, actor: 'zz' });
    expect(await ask(zz, 'work_items', { action: 'next' })).toMatchObject({
      item: { ref: 'W-1', owner: 'zz' },
      previousOwner: 'za',
      continues: `T-1 continues in ${own}. Call switch_task {"action":"switch","task":"T-1"}.`,
    });
    expect(await ask(zz, 'switch_task', { action: 'switch', task: 'T-1' })).toMatchObject({ directory: own });
    const session = await ask(zz, 'load_session', { task: 'T-1' });
    expect(session).toMatchObject({
      slice: { ref: 'S-1', lastRun: { ref: 'E-1', passed: false, stale: false } },
      handoff: { by: 'za', ...said },
      uncommitted: { count: 1, paths: ['a.test.js'] },
    });
    expect(session.next).toContain('Continue S-1: E-1 failed');
    writeFileSync(join(own, 'a.test.js'), "require('node:test')('passes', () => {});\n");
    await ask(zz, 'slices', { action: 'commit', untracked: true });
    await ask(zz, 'evidence', { command: ['node', '--test'] });
    await ask(zz, 'close_slice', { rationale });
    const types = (await zz.events()).map(({ type, actor }) => `${actor} ${type}`);
    expect(types.filter(type => /slice_started|evidence_recorded|work_item_handed_over/.test(type)).sort()).toEqual([
      'za slice_started',
      'za work_item_handed_over',
      'zz evidence_recorded',
    ]);
    expect(await refused(za, 'slices', { action: 'start', title: 'More' })).toContain('is held by zz');
  });

  it('says what cannot be handed over, with the call that helps', async () => {
    const { za } = await redSlice();
    expect(await refused(za, 'switch_task', { action: 'hand_over', id: 'W-2' })).toBe(
      'Refused (transition_not_allowed): W-2 “Other” is pending: nobody is working on it. There is nothing to hand over. To say who takes it next, assign it. Call work_items {"action":"edit","id":"W-2","assignee":"…"}.',
    );
    expect(await refused(za, 'switch_task', { action: 'hand_over', to: 'codx' })).toContain(
      'Nobody called “codx” has worked here, and it is no known agent. Use an agent (',
    );
  });

  it.skipIf(missingTerminal !== undefined)(
    'by a person needs no word of the agent, whose next call is refused',
    async () => {
      const { cwd, za, own } = await redSlice();
      const { code, stdout } = await runOnTerminal(['hand', 'W-1', 'codex', '--next', 'Make it pass'], { cwd });
      expect([code, stdout.includes('Handed T-1 to codex.')]).toEqual([0, true]);
      expect(await refused(za, 'slices', { action: 'start', title: 'More' })).toMatch(
        /T-1 \(w1-round\) was handed to codex by .+\. Nothing was recorded for it\./,
      );
      expect((await ask(za, 'load_session', { task: 'T-1' })).next).toMatch(
        /T-1 was handed to codex by .+\. Leave it\./,
      );
      const codex = await connect({ cwd: own, clientName: 'codex-mcp-client' });
      expect((await codex.call('work_items', { action: 'next' })).text).toContain('W-1 in_flight');
      expect((await codex.call('load_session', {})).text).toContain('next: Make it pass');
      await ask(codex, 'slices', { action: 'commit', untracked: true });
    },
  );
});
