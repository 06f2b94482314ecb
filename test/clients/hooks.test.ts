import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { answer } from '../contract/cliRig.js';
import { makeLaneRepository, spawnLane } from '../contract/laneRig.js';
import { realAgents } from './agents.js';
import { installAgent, runAgent } from './clientRig.js';
import type { Step } from './rig/dialect.js';

/** How an agent makes a file with a tool of its own, and what lets it run hooks and use the tool. */
interface Author {
  readonly name: string;
  readonly args: readonly string[];
  /** True if its tools write in its folder alone, so that its task is there. */
  readonly staysInFolder: boolean;
  /** True if it writes with a tool for edits, not with a command. */
  readonly edits: boolean;
  /** True if a hook can make its turn continue. */
  readonly isAsked: boolean;
  readonly write: (path: string) => Step;
}

const authors: readonly Author[] = [
  {
    name: 'codex',
    // In place of a person who reviews them with /hooks.
    args: ['--dangerously-bypass-hook-trust'],
    staysInFolder: true,
    edits: false,
    isAsked: true,
    write: path => ({ tool: 'exec_command', args: { cmd: `echo done > '${path}'` } }),
  },
  {
    name: 'claude',
    args: ['Write'],
    staysInFolder: false,
    edits: true,
    isAsked: true,
    write: path => ({ tool: 'Write', args: { file_path: path, content: 'done\n' } }),
  },
  {
    name: 'copilot',
    args: ['--allow-tool', 'write', '--allow-all-paths'],
    staysInFolder: false,
    edits: true,
    isAsked: true,
    write: path => ({ tool: 'create', args: { path, file_text: 'done\n' } }),
  },
  {
    name: 'opencode',
    args: [],
    staysInFolder: false,
    edits: true,
    isAsked: false,
    write: path => ({ tool: 'write', args: { filePath: path, content: 'done\n' } }),
  },
];

const question = 'S-1 “Say it” is in progress, and its state is not recorded.';

describe.each(authors)('the hooks that install gave $name', author => {
  it('tell it what is open, refuse a file of a lane, record its edits, and ask for a note, where its task is', async context => {
    const agent = realAgents.find(({ name }) => name === author.name);
    if (agent === undefined) throw new Error(`there is no ${author.name}`);
    const installed = await installAgent(agent);
    if ('reason' in installed) return context.skip(installed.reason);
    const repository = makeLaneRepository();
    await answer(['queue', 'add', 'Say that it is done'], { cwd: repository, actor: 'ada' });
    await spawnLane(repository, 'login', ['--owns', 'src/**']);
    const tree = author.staysInFolder ? repository : `${repository}.worktrees/w1-say-that-it-is`;
    const [theirs, free] = [join(tree, 'src/new.ts'), join(tree, 'notes.md')];

    const run = await runAgent(
      { ...agent, args: [...author.args, ...(agent.args ?? [])] },
      {
        folder: installed.folder,
        repository,
        program: undefined,
        script: [
          { tool: 'work_items', args: { action: 'next' } },
          { tool: 'switch_task', args: { action: 'start', workItem: 'W-1' } },
          { tool: 'slices', args: { action: 'start', title: 'Say it', test: 'grep -q done done.txt' } },
          author.write(theirs),
          author.write(free),
          { text: 'FINISHED AS THE SCRIPT SAYS' },
        ],
      },
    );

    const told = `ended ${run.ended}\n${run.stdout}\n${run.stderr}`;
    expect(run.problems, told).toEqual([]);
    const sent = JSON.stringify(run.requests);
    expect(sent, told).toContain('Stateroom keeps this repository’s queue, tasks and findings.');
    expect(sent, told).toContain('src/new.ts is owned by L-1 (login), which is active.');
    expect(
      [theirs, free].map(path => existsSync(path)),
      told,
    ).toEqual([false, true]);
    const touched = await answer(['store', 'query', 'select path, change_kind from touched_files'], {
      cwd: repository,
    });
    expect(touched.rows, told).toEqual(author.edits ? [['notes.md', 'add']] : []);
    expect(sent.includes(question), told).toBe(author.isAsked);
  });
});
