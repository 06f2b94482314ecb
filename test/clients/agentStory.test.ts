import { existsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isShort } from '../../build/testPlan.mjs';
import { answer, git, run, runOnTerminal } from '../contract/cliRig.js';
import { makeLaneRepository, spawnLane } from '../contract/laneRig.js';
import { realAgents } from './agents.js';
import { installAgent, runAgent } from './clientRig.js';
import type { Step } from './rig/dialect.js';

/** How an agent does what it has tools of its own for. */
interface Author {
  readonly name: string;
  /** What lets it use them and run its hooks, in place of a person who is asked. */
  readonly args: readonly string[];
  /** True if its tools write in its folder alone, so that its task is there. */
  readonly staysInFolder: boolean;
  readonly write: (path: string) => Step;
  readonly shell: (command: string) => Step;
  /** Opens a skill by its name. */
  readonly open: (skill: string) => Step;
}

const description = 'Runs a command';

const authors: readonly Author[] = [
  {
    name: 'codex',
    args: ['--dangerously-bypass-hook-trust'],
    staysInFolder: true,
    write: path => ({ tool: 'exec_command', args: { cmd: `echo done > '${path}'` } }),
    shell: cmd => ({ tool: 'exec_command', args: { cmd } }),
    open: skill => ({ tool: 'exec_command', args: { cmd: `cat "$HOME/.agents/skills/${skill}/SKILL.md"` } }),
  },
  {
    name: 'claude',
    args: ['Write', 'Skill', 'Bash'],
    staysInFolder: false,
    write: path => ({ tool: 'Write', args: { file_path: path, content: 'done\n' } }),
    shell: command => ({ tool: 'Bash', args: { command, description } }),
    open: skill => ({ tool: 'Skill', args: { skill } }),
  },
  {
    name: 'copilot',
    args: ['--allow-tool', 'write', '--allow-tool', 'shell', '--allow-all-paths'],
    staysInFolder: false,
    write: path => ({ tool: 'create', args: { path, file_text: 'done\n' } }),
    shell: command => ({ tool: 'bash', args: { command, description } }),
    open: skill => ({ tool: 'skill', args: { skill } }),
  },
  {
    name: 'gemini',
    args: ['--approval-mode', 'yolo'],
    staysInFolder: true,
    write: path => ({ tool: 'write_file', args: { file_path: path, content: 'done\n' } }),
    shell: command => ({ tool: 'run_shell_command', args: { command, description } }),
    open: name => ({ tool: 'activate_skill', args: { name } }),
  },
  {
    name: 'opencode',
    args: [],
    staysInFolder: false,
    write: path => ({ tool: 'write', args: { filePath: path, content: 'done\n' } }),
    shell: command => ({ tool: 'bash', args: { command, description } }),
    // Its tool for skills needs ripgrep, which it would download.
    open: skill => ({ tool: 'bash', args: { command: `cat "$HOME/.agents/skills/${skill}/SKILL.md"`, description } }),
  },
  {
    name: 'qwen',
    args: ['--approval-mode', 'yolo'],
    staysInFolder: true,
    write: path => ({ tool: 'write_file', args: { file_path: path, content: 'done\n' } }),
    shell: command => ({ tool: 'run_shell_command', args: { command, description, is_background: false } }),
    open: skill => ({ tool: 'skill', args: { skill } }),
  },
];

const title = 'Say that it is done';
const test = 'grep -q done done.txt';
const rationale = ['## Changes', '## Verification', '## Schema / Contract Changes', '## Open Threads']
  .map(heading => `${heading}\nNone`)
  .join('\n');
const finding = { severity: 'low', path: 'done.txt', line: '1', text: 'No full stop' };
const skill = 'stateroom-branch-review';

/** Where the task is: in the folder of the session, or in a worktree beside it. */
type Form = 'here' | 'beside';

/** A repository with git hooks, a work item, and a lane that owns `src`, in whose worktree a file is not committed. */
async function makePlace(form: Form) {
  const repository = makeLaneRepository();
  expect((await runOnTerminal(['hooks', 'install'], { cwd: repository, actor: 'Ann' })).code).toBe(0);
  await answer(['queue', 'add', title], { cwd: repository, actor: 'ada' });
  const { worktreePath: lane } = await spawnLane(repository, 'pay', ['--owns', 'src/**']);
  const notes = join(lane, 'notes.txt');
  writeFileSync(notes, 'Pay in cents\n');
  const tree = form === 'here' ? repository : `${repository}.worktrees/w1-say-that-it-is`;
  return { form, repository, lane, notes, tree, own: join(tree, 'done.txt'), theirs: join(tree, 'src', 'new.ts') };
}

type Place = Awaited<ReturnType<typeof makePlace>>;

/** The story as an agent tells it, with the tools of the server and its own. */
function storyOf({ write, open, shell }: Author, { form, lane, tree, own, theirs }: Place): readonly Step[] {
  return [
    { tool: 'load_session', args: {} },
    open(skill),
    { tool: 'work_items', args: { action: 'next' } },
    { tool: 'switch_task', args: { action: 'start', workItem: 'W-1', here: form === 'here' } },
    { tool: 'slices', args: { action: 'start', title: 'Say it', test } },
    write(own),
    write(theirs),
    shell(`cd '${tree}' && git commit --no-verify --allow-empty -m Skip`),
    shell(`cd '${lane}' && git clean -fdq`),
    { tool: 'evidence', args: { command: [test] } },
    { tool: 'slices', args: { action: 'commit', options: { message: 'Say it', untracked: true } } },
    { tool: 'review_findings', args: { action: 'record', ...finding } },
    { tool: 'close_slice', args: { rationale } },
    { text: 'FINISHED AS THE SCRIPT SAYS' },
  ];
}

const rowsOfCommands = new Map<Form, Record<string, unknown>>();

/** What the same story leaves when it is told with the command line. */
async function rowsByCommands(form: Form): Promise<Record<string, unknown>> {
  const { repository, tree: cwd, own, theirs } = await makePlace(form);
  const actor = 'node-1';
  await answer(['queue', 'next'], { cwd: repository, actor });
  const start = ['task', 'start', '--work-item', 'W-1', ...(form === 'here' ? ['--here'] : [])];
  await answer(start, { cwd: repository, actor });
  const say = (...words: string[]) => answer(words, { cwd, actor });
  await say('slice', 'start', 'Say it', '--test', test);
  writeFileSync(own, 'done\n');
  // A hook books the attempt; asking alone would not.
  const edit = { hook_event_name: 'PreToolUse', tool_name: 'Write', tool_input: { file_path: resolve(cwd, theirs) } };
  const input = JSON.stringify({ ...edit, session_id: actor, cwd });
  const hook = await run(['agent-hook', 'claude', 'PreToolUse'], { cwd, actor, input });
  expect(hook.stdout).toContain('is owned by L-1 (pay)');
  await say('evidence', 'run', '--', test);
  await say('slice', 'commit', 'Say it', '--untracked');
  await say('finding', 'record', ...Object.entries(finding).flatMap(([field, value]) => [`--${field}`, value]));
  const file = join(repository, '.git', 'rationale.md');
  writeFileSync(file, rationale);
  await say('slice', 'close', '--rationale', file);
  return rowsIn(repository);
}

const queries = {
  items: 'select number, title, status, owner_role from work_items order by number',
  tasks: 'select number, objective, status, branch, base_branch from tasks order by number',
  slices: 'select number, title, status, test_command, changed_files, branch from slices order by number',
  evidence: 'select number, command, exit_code, passed, grade, tree_hash, role, branch from evidence order by number',
  findings: 'select number, severity, status, path, line_start, text, role, branch from findings order by number',
  decisions: 'select number, rationale, origin, changed_files, role, branch from decisions order by number',
  touched: 'select path, change_kind from touched_files order by path',
  // That an agent has left is written when its connection ends; a command has none, and no hooks that refuse.
  events:
    "select type, role, json_extract(payload, '$.path') from events where type not in ('files_touched', 'task_left', 'attempt_refused') order by id",
};

/** What the store holds, without times, ids and names. */
async function rowsIn(repository: string): Promise<Record<string, unknown>> {
  const rows: Record<string, unknown> = {};
  for (const [name, sql] of Object.entries(queries)) {
    rows[name] = (await answer(['store', 'query', sql], { cwd: repository })).rows;
  }
  return rows;
}

const forms: readonly Form[] = ['here', 'beside'];
const all = authors.flatMap(author =>
  forms
    .filter(form => form === 'here' || !author.staysInFolder)
    .map(form => ({ ...author, form, where: form === 'here' ? 'in its folder' : 'in a worktree beside it' })),
);
/** Codex has its turn in `taskStory`. */
const agents = isShort('clients') ? all.filter(({ name, form }) => name === 'claude' && form === 'beside') : all;

describe.each(agents)('$name, connected by install --all, with its task $where', author => {
  it('takes a work item up, is refused what a lane owns, and leaves the rows of the command line', async context => {
    const agent = realAgents.find(({ name }) => name === author.name);
    if (agent === undefined) throw new Error(`there is no ${author.name}`);
    const installed = await installAgent(agent);
    if ('reason' in installed) return context.skip(installed.reason);
    const place = await makePlace(author.form);

    const done = await runAgent(
      { ...agent, args: [...author.args, ...(agent.args ?? [])] },
      {
        folder: installed.folder,
        repository: place.repository,
        program: undefined,
        install: ['--all'],
        script: storyOf(author, place),
      },
    );

    const results = done.requests.at(-1)?.results ?? [];
    const told = `${results.join('\n')}\nended ${done.ended}\n${done.stdout}\n${done.stderr}`;
    expect(done.problems, told).toEqual([]);
    const [first] = done.requests.filter(({ tools }) => tools.length > 0);
    const isRead = (words: string) => done.requests.some(({ body }) => body.includes(words));
    const began = 'Stateroom keeps this repository’s queue, tasks and findings.';
    expect(first?.body.includes(began), told).toBe(true);
    expect(results[0], told).toContain(title);
    expect(first?.body.includes(skill), told).toBe(true);
    expect(isRead('Do not repeat findings that the brief already lists as open.'), told).toBe(true);
    expect(isRead('src/new.ts is owned by L-1 (pay)'), told).toBe(true);
    expect(existsSync(place.theirs), told).toBe(false);
    expect(isRead('This skips the git hooks of the repository.'), told).toBe(true);
    expect(isRead('This changes the worktree of L-1 (pay)'), told).toBe(true);
    expect(existsSync(place.notes), told).toBe(true);
    expect(git(place.tree, 'log', '--format=%s', 'main..').trim(), told).toBe('Say it');
    expect(done.stdout).toContain('FINISHED AS THE SCRIPT SAYS');

    const byCommands = rowsOfCommands.get(author.form) ?? (await rowsByCommands(author.form));
    rowsOfCommands.set(author.form, byCommands);
    expect(await rowsIn(place.repository), told).toEqual(byCommands);
  });
});
