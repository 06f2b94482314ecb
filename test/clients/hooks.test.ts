import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeLaneRepository, spawnLane } from '../contract/laneRig.js';
import { realAgents } from './agents.js';
import { installAgent, runAgent } from './clientRig.js';
import type { Step } from './rig/dialect.js';

/** How an agent makes a file with a tool of its own, and what lets it run hooks and use the tool. */
interface Author {
  readonly name: string;
  readonly args: readonly string[];
  readonly write: (path: string) => Step;
}

const authors: readonly Author[] = [
  {
    name: 'codex',
    // In place of a person who reviews them with /hooks.
    args: ['--dangerously-bypass-hook-trust'],
    write: path => ({ tool: 'exec_command', args: { cmd: `echo done > '${path}'` } }),
  },
  {
    name: 'claude',
    args: ['Write'],
    write: path => ({ tool: 'Write', args: { file_path: path, content: 'done\n' } }),
  },
  {
    name: 'copilot',
    args: ['--allow-tool', 'write'],
    write: path => ({ tool: 'create', args: { path, file_text: 'done\n' } }),
  },
  {
    name: 'opencode',
    args: [],
    write: path => ({ tool: 'write', args: { filePath: path, content: 'done\n' } }),
  },
];

describe.each(authors)('the hooks that install gave $name', author => {
  it('tell it what is open, and refuse a file that another lane owns before it is written', async context => {
    const agent = realAgents.find(({ name }) => name === author.name);
    if (agent === undefined) throw new Error(`there is no ${author.name}`);
    const installed = await installAgent(agent);
    if ('reason' in installed) return context.skip(installed.reason);
    const repository = makeLaneRepository();
    await spawnLane(repository, 'login', ['--owns', 'src/**']);
    const [theirs, free] = [join(repository, 'src/new.ts'), join(repository, 'notes.md')];

    const run = await runAgent(
      { ...agent, args: [...author.args, ...(agent.args ?? [])] },
      {
        folder: installed.folder,
        repository,
        program: undefined,
        script: [author.write(theirs), author.write(free), { text: 'FINISHED AS THE SCRIPT SAYS' }],
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
  });
});
