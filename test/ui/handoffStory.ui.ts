import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { place } from '../../build/place.mjs';
import { temporaryFolder } from '../../build/temporaryFolder.mjs';
import { nothingLeft, storyEnd } from '../contract/stories/storyEnd.js';
import { keepPictureOfFailures } from '../editor/keepPictureOfFailures.js';
import { type OpenWorkbench, openWorkbench } from '../editor/openWorkbench.js';
import { mustRunCli, runCli } from '../editor/runCli.js';
import { makeScratchRepository, type ScratchRepository } from '../editor/scratchRepository.js';

/** An agent of some vendor: an MCP client of the official SDK with a server of its own. */
class Agent {
  private constructor(private readonly client: Client) {}

  static async connect(name: string, repository: string): Promise<Agent> {
    // Agents that Stateroom knows are answered in text alone.
    const client = new Client({ name: `program of ${name}`, version: '1.0.0' });
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [join(place.dist, 'mcp.mjs')],
        cwd: repository,
        env: { ...getDefaultEnvironment(), STATEROOM_ACTOR: name },
        stderr: 'ignore',
      }),
    );
    return new Agent(client);
  }

  /** Calls a tool; fails the test when it is refused. */
  // biome-ignore lint/suspicious/noExplicitAny: answers have many shapes, and the test names what it expects of them.
  async call(tool: string, input: Record<string, unknown> = {}): Promise<any> {
    const result = await this.client.callTool({ name: tool, arguments: input });
    const [text] = result.content;
    if (result.isError === true) throw new Error(`${tool}: ${text?.type === 'text' ? text.text : ''}`);
    return result.structuredContent;
  }

  /** What the client's model reads. */
  async read(tool: string, input: Record<string, unknown> = {}): Promise<string> {
    const result = await this.client.callTool({ name: tool, arguments: input });
    return result.content.map(part => (part.type === 'text' ? part.text : '')).join('\n');
  }

  async leave(): Promise<void> {
    await this.client.close();
  }
}

const plan = `# Make add add

Objective: add returns the sum.

## Steps

- [ ] Fix the operator {#operator}

## Tests

- \`node test.js\`
`;

const rationale = `## Changes
The operator is a plus.

## Verification
node test.js passes.

## Schema / Contract Changes
None.

## Open Threads
Texts are joined instead of added.
`;

/** What git said when it pushed. */
interface Push {
  readonly code: number;
  readonly text: string;
}

describe('a task that goes from one agent to another, is reviewed and pushed', () => {
  let remote: Awaited<ReturnType<typeof temporaryFolder>>;
  let repository: ScratchRepository;
  let opened: OpenWorkbench;
  keepPictureOfFailures(() => opened);

  const git = (...words: string[]): Promise<string> => repository.git(...words);
  const cli = <T>(actor: string, ...words: string[]): Promise<T> => mustRunCli<T>(repository.path, actor, words);
  const push = async (): Promise<Push> => {
    const environment = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_TERMINAL_PROMPT: '0' };
    return promisify(execFile)('git', ['push', 'origin', 'HEAD'], { cwd: repository.path, env: environment }).then(
      ({ stderr }) => ({ code: 0, text: stderr }),
      (error: { code: number; stderr: string }) => ({ code: error.code, text: error.stderr }),
    );
  };
  /** The reasons of a gate as the command line, an agent and the Now view tell them. */
  const reasonsOf = async (gate: string, agent: Agent): Promise<Record<string, unknown>> => {
    const said = await runCli(repository.path, 'reader', ['gate', gate]);
    const codes = (data: unknown) => (data as { reasons: { code: string }[] }).reasons.map(({ code }) => code);
    return {
      exit: said.code,
      cli: codes(said.answer.data),
      agent: codes(await agent.call('integrity_check', { gate })),
    };
  };

  beforeAll(async () => {
    remote = await temporaryFolder('stateroom-remote-');
    repository = await makeScratchRepository('calculator');
    await repository.write('package.json', '{ "type": "module" }\n');
    await repository.write('src/add.js', 'export function add(a, b) {\n  return a - b;\n}\n');
    await repository.write(
      'test.js',
      "import { add } from './src/add.js';\nif (add(2, 3) !== 5) throw new Error('add is wrong');\n",
    );
    await repository.write('.stateroom/config.json', '{ "gate": { "commands": ["node test.js"] } }\n');
    await repository.write('.stateroom/plans/add.md', plan);
    await git('add', '.');
    await git('commit', '--quiet', '--message=Start the calculator');
    await git('init', '--quiet', '--bare', join(remote.path, 'calculator.git'));
    await git('remote', 'add', 'origin', join(remote.path, 'calculator.git'));
    await git('push', '--quiet', 'origin', 'main');
    opened = await openWorkbench({ repo: repository.path });
  });

  afterAll(async () => {
    await opened?.close();
    await repository?.remove();
    await remote?.remove();
  });

  it('refuses the push until the list is empty, on all surfaces alike, and keeps all of it', async () => {
    const { workbench } = opened;

    // A person starts it in the editor.
    await workbench.openContainer('Stateroom');
    await workbench.runCommand('Stateroom: Install Git Hooks');
    await expect
      .poll(() => git('config', '--get', 'core.hooksPath').catch(() => ''), { timeout: 20_000 })
      .toContain('stateroom');
    await workbench.runCommand('Stateroom Task: Start Task…');
    await workbench.quickInput.waitFor('What is the goal?');
    await workbench.quickInput.answer('Make add add');
    await workbench.quickInput.waitFor('Short name for the branch');
    await workbench.quickInput.answer('fix-add-1');
    await workbench.quickInput.waitFor('Select where to work on it');
    await workbench.quickInput.pick('This worktree');
    await workbench.quickInput.waitFor('Select a plan');
    await workbench.quickInput.pick('.stateroom/plans/add.md');
    // The branch is there before the task: what is recorded in between belongs to none.
    const tasks = () => cli<{ tasks: { ref: string }[] }>('later', 'task', 'list');
    await expect.poll(async () => (await tasks()).tasks.length, { timeout: 20_000 }).toBe(1);
    expect(await git('branch', '--show-current')).toBe('feature/fix-add-1');

    // One agent works in a small slice, and stops in the middle.
    const first = await Agent.connect('claude', repository.path);
    const planner = await Agent.connect('opencode', repository.path);
    await planner.call('review_runs', { action: 'record', subject: '.stateroom/plans/add.md', verdict: 'pass' });
    await planner.leave();
    await first.call('plans', { action: 'accept', plan: '.stateroom/plans/add.md' });
    const started = await first.call('slices', {
      action: 'start',
      title: 'Fix the operator',
      test: 'node test.js',
      item: 'operator',
    });
    expect(started).toMatchObject({ slice: { ref: 'S-1', status: 'open' }, state: 'red' });
    await repository.write('src/add.js', 'export function add(a, b) {\n  return a + b;\n}\n');
    await first.call('task_records', {
      kind: 'touched_files',
      action: 'add',
      files: [{ path: 'src/add.js', change: 'edit' }],
    });
    await first.call('task_records', { kind: 'action', action: 'add', text: 'Refuse what is no number' });
    await first.leave();

    // Another, from another vendor, has all of it in 4 kB.
    const second = await Agent.connect('codex', repository.path);
    const session = await second.read('load_session');
    expect(Buffer.byteLength(session)).toBeLessThanOrEqual(4000);
    for (const fact of ['Make add add', 'Fix the operator', 'src/add.js', 'Refuse what is no number']) {
      expect(session).toContain(fact);
    }
    expect(await second.call('evidence', { command: ['node', 'test.js'] })).toMatchObject({ exitCode: 0 });
    await second.call('slices', { action: 'commit', message: 'Add instead of subtracting' });
    await second.call('close_slice', { rationale });

    // A third one reviews it.
    const reviewer = await Agent.connect('gemini', repository.path);
    const { run } = await reviewer.call('review_runs', { action: 'start' });
    const { finding } = await reviewer.call('review_findings', {
      action: 'record',
      severity: 'high',
      path: 'src/add.js',
      line: '2',
      text: 'Texts are joined: add("2", "3") is 23',
      run: run.ref,
    });
    expect(finding).toMatchObject({ ref: 'F-1', severity: 'high' });
    await reviewer.call('review_runs', {
      action: 'record',
      run: run.ref,
      verdict: 'fail',
      summary: 'One of them joins.',
    });
    const task = (await cli<{ task: { revision: number } }>('codex', 'task', 'show')).task;
    await second.call('set_handoff_state', { action: 'update', status: 'review', revision: task.revision });

    // The push is refused, with the list and what to do next; so say all surfaces.
    const refused = await push();
    expect(refused.code).toBe(1);
    expect(refused.text).toContain('open high finding: ');
    expect(refused.text).toContain('F-1');
    expect(await git('ls-remote', 'origin', 'feature/*')).toBe('');
    expect(await reasonsOf('review-ready', second)).toEqual({
      exit: 1,
      cli: ['open_high_finding'],
      agent: ['open_high_finding'],
    });
    await workbench.runCommand('Stateroom: Focus on Now View');
    const now = workbench.tree('Now');
    // Its reasons are below what happened since the last visit.
    for (const view of ['Queue', 'Needs You', 'Lanes', 'Findings']) await workbench.fold(view);
    await now.waitForRow(/open high finding: F-1/);
    await workbench.screenshot('story-refused');

    // The author fixes, tied to a commit and to a run of the test on exactly this tree.
    const fixed = 'export function add(a, b) {\n  return Number(a) + Number(b);\n}\n';
    await repository.write('src/add.js', fixed);
    await git('commit', '--quiet', '--all', '--message=Add numbers, also those in texts');
    const proof = await second.call('evidence', { command: ['node', 'test.js'] });
    await second.call('review_findings', { action: 'fix', ids: ['F-1'], evidence: proof.evidence.ref });
    await second.call('task_records', { kind: 'action', action: 'complete', id: 'A-1' });
    const verdict = { action: 'record', verdict: 'pass', summary: 'Good.' };
    await reviewer.call('review_runs', verdict);
    expect(await reasonsOf('review-ready', second)).toEqual({ exit: 0, cli: [], agent: [] });

    // One more edit, and the evidence is stale again.
    await repository.write('src/add.js', `${fixed}// Later: more than two.\n`);
    await git('commit', '--quiet', '--all', '--message=Say what comes later');
    expect(await reasonsOf('review-ready', second)).toMatchObject({ exit: 1 });
    const stale = await push();
    expect(stale.code).toBe(1);
    expect(stale.text).toContain('is for a different tree.');

    // Proven again and reviewed again: the push goes through and the task closes.
    await second.call('evidence', { command: ['node', 'test.js'] });
    await reviewer.call('review_runs', verdict);
    expect(await push()).toMatchObject({ code: 0 });
    expect(await git('ls-remote', 'origin', 'feature/*')).toContain('refs/heads/feature/');
    // Its box was ticked with the commit of the slice.
    expect(await second.call('slices', { action: 'tick' })).toMatchObject({ ticks: [] });
    expect(await second.call('set_handoff_state', { action: 'finish' })).toMatchObject({ task: { status: 'done' } });
    await second.leave();
    await reviewer.leave();

    // A person merges it, and the hook removes the branch.
    await git('switch', '--quiet', 'main');
    await git('merge', '--quiet', '--no-ff', '-m', 'Make add add', 'feature/fix-add-1');
    await git('push', '--quiet', 'origin', 'main', ':feature/fix-add-1');
    expect(await storyEnd(repository.path)).toEqual({
      ...nothingLeft,
      items: ['W-1 done'],
      lanes: [],
      tasks: ['T-1 done archived'],
      worktrees: ['calculator'],
    });
    expect(await git('status', '--porcelain')).toBe('');

    // All of it is still there for whoever asks later.
    await cli('ada', 'store', 'compact');
    expect(await cli('later', 'finding', 'show', 'F-1')).toMatchObject({
      finding: { status: 'fixed', actor: 'gemini', resolvedBy: 'codex', fixEvidence: 'E-3', task: 'T-1' },
    });
    expect(await cli('later', 'slice', 'list', '--task', 'T-1')).toMatchObject({
      slices: [{ ref: 'S-1', status: 'closed', redEvidence: 'E-1' }],
    });
    const { runs } = await cli<{ runs: { verdict: string; actor: string }[] }>(
      'later',
      'review',
      'list',
      '--task',
      'T-1',
    );
    expect(runs.map(({ verdict: said, actor }) => `${said} ${actor}`)).toEqual([
      'pass gemini',
      'pass gemini',
      'fail gemini',
      'pass opencode',
    ]);
  });
});
