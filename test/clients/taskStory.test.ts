import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { isShort } from '../../build/testPlan.mjs';
import { cliFile, connect, git, makeRepository, userNode } from '../contract/mcpRig.js';
import { realAgents } from './agents.js';
import { installAgent, runAgent } from './clientRig.js';
import type { Step } from './rig/dialect.js';

/** How an agent writes a file with a tool of its own, where it works on a task, and what allows it the tool. */
interface Author {
  readonly name: string;
  readonly isHere: boolean;
  readonly args: readonly string[];
  readonly write: (path: string, text: string) => Step;
}

const authors: readonly Author[] = [
  {
    name: 'codex',
    // Its sandbox ends at the repository, and lets nothing write to .git.
    isHere: true,
    args: [],
    write: (path, text) => ({ tool: 'exec_command', args: { cmd: `echo '${text}' > '${path}'` } }),
  },
  {
    name: 'claude',
    isHere: false,
    args: ['Write'],
    write: (path, text) => ({ tool: 'Write', args: { file_path: path, content: `${text}\n` } }),
  },
];

const rationale = ['## Changes', '## Verification', '## Schema / Contract Changes', '## Open Threads']
  .map(heading => `${heading}\nNone`)
  .join('\n');
const proof: Step = { tool: 'evidence', args: { command: ['grep -q done done.txt'] } };

const begin = (): Step[] => [
  { tool: 'work_items', args: { action: 'next' } },
  { tool: 'switch_task', args: { action: 'start', workItem: 'W-1' } },
  { tool: 'slices', args: { action: 'start', title: 'Say it', test: 'grep -q done done.txt' } },
];
const commit = (message: string): Step => ({ tool: 'slices', args: { action: 'commit', message, untracked: true } });
const finding: Step = {
  tool: 'review_findings',
  args: { action: 'record', severity: 'low', path: 'done.txt', line: '1', text: 'No full stop' },
};
const finish: readonly Step[] = [
  { tool: 'review_findings', args: { action: 'fix', ids: ['F-1'], commit: 'HEAD', evidence: 'E-3' } },
  { tool: 'close_slice', args: { rationale } },
  { tool: 'set_handoff_state', args: { action: 'finish' } },
];
const end: Step = { text: 'FINISHED AS THE SCRIPT SAYS' };

/** Claude Code has its turn in `agentStory`. */
const agents = isShort('clients') ? authors.filter(({ name }) => name === 'codex') : authors;

describe.each(agents)('$name, with the tools of the server and one to write', author => {
  it('takes a work item from next to done in the worktree of its task', async context => {
    const agent = realAgents.find(({ name }) => name === author.name);
    if (agent === undefined) throw new Error(`there is no ${author.name}`);
    const installed = await installAgent(agent);
    if ('reason' in installed) return context.skip(installed.reason);
    const repository = makeRepository();
    git(repository, 'config', 'user.name', 'Ann');
    git(repository, 'config', 'user.email', 'ann@example.com');
    execFileSync(userNode, [cliFile, 'init'], { cwd: repository });
    const person = await connect({ cwd: repository, actor: 'tester' });
    await person.done('add', { title: 'Say that it is done' });
    const directory = author.isHere ? repository : `${repository}.worktrees/w1-say-that-it-is`;
    const file = `${directory}/done.txt`;
    const first = [...begin(), author.write(file, 'done'), proof, commit('Say it')];
    const second = [finding, author.write(file, 'done.'), commit('Add the full stop'), proof, ...finish];
    const isWhole = !isShort('clients');

    const run = await runAgent(
      { ...agent, args: author.args },
      {
        folder: installed.folder,
        repository,
        program: { programName: 'stateroom' },
        script: [...first, ...(isWhole ? second : []), end],
      },
    );

    const results = run.requests.at(-1)?.results ?? [];
    const told = `${results.join('\n')}\nended ${run.ended}\n${run.stdout}\n${run.stderr}`;
    expect(run.problems, told).toEqual([]);
    expect(results[1], told).toContain(`Work in ${directory}, on branch feature/w1-say-that-it-is`);
    const events = await person.events();
    // That the agent has left is written as its server ends, perhaps after this.
    expect(
      events.map(({ type }) => type).filter(type => type !== 'task_left'),
      told,
    ).toEqual([
      ...['work_item_created', 'work_item_claimed', 'work_item_claimed', 'task_started'],
      ...['slice_started', 'evidence_recorded', 'slice_committed'],
      ...(isWhole ? ['finding_recorded', 'slice_committed', 'evidence_recorded', 'finding_fixed'] : []),
      ...(isWhole ? ['slice_closed', 'task_finished', 'work_item_resolved', 'task_archived'] : []),
    ]);
    const log = (range: string): string => git(repository, 'log', '--format=%s', range).trim();
    expect(log('main'), told).toBe('Begin');
    expect(log('main..feature/w1-say-that-it-is')).toBe(isWhole ? 'Add the full stop\nSay it' : 'Say it');
    expect(git(directory, 'status', '--porcelain', 'done.txt')).toBe('');
    const { item } = await person.done('show', { id: 'W-1' });
    expect(item).toMatchObject({ status: isWhole ? 'done' : 'in_flight' });
  });
});
