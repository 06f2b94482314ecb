import { execFileSync } from 'node:child_process';
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isShort } from '../../build/testPlan.mjs';
import { cliFile, connect, git, makeRepository, userNode } from '../contract/mcpRig.js';
import { type RealAgent, realAgents } from './agents.js';
import { installAgent, runAgent } from './clientRig.js';
import type { Step } from './rig/dialect.js';

const test = 'grep -q done done.txt';

/** Until the middle of the first slice of a task, with something of each kind that a successor has to know. */
const begin: readonly Step[] = [
  { tool: 'work_items', args: { action: 'next' } },
  { tool: 'switch_task', args: { action: 'start', workItem: 'W-1' } },
  { tool: 'slices', args: { action: 'start', title: 'Write the file', test } },
  { tool: 'work_items', args: { action: 'annotate', id: 'W-1', patch: { left: 'the full stop' } } },
  {
    tool: 'review_findings',
    args: { action: 'record', severity: 'low', path: 'README.md', line: '1', text: 'No greeting' },
  },
  {
    tool: 'task_records',
    args: { kind: 'decision', action: 'add', decision: 'agent_choice_w1_file', rationale: 'A file is easy to check.' },
  },
  { tool: 'evidence', args: { command: [test] } },
  { text: 'OUT OF TOKENS' },
];

const resume: readonly Step[] = [{ tool: 'load_session', args: {} }, { text: 'GOES ON' }];

const named = (name: string): RealAgent => {
  const agent = realAgents.find(one => one.name === name);
  if (agent === undefined) throw new Error(`there is no ${name}`);
  return agent;
};

const names = ['claude', 'codex', 'opencode'];
const pairs = names.flatMap(first => names.filter(name => name !== first).map(second => ({ first, second })));

describe.each(isShort('clients') ? [{ first: 'codex', second: 'claude' }] : pairs)(
  '$second after $first',
  ({ first, second }) => {
    it('has in its first request after load_session what it needs to go on', async context => {
      const repository = makeRepository();
      git(repository, 'config', 'user.name', 'Ann');
      git(repository, 'config', 'user.email', 'ann@example.com');
      // The entries of the agents are no part of the work.
      appendFileSync(join(repository, '.git', 'info', 'exclude'), '.codex\n.mcp.json\nopencode.json\n');
      execFileSync(userNode, [cliFile, 'init'], { cwd: repository });
      const person = await connect({ cwd: repository, actor: 'tester' });
      await person.done('add', { title: 'Say that it is done' });
      const run = async (name: string, script: readonly Step[]) => {
        const installed = await installAgent(named(name));
        if ('reason' in installed) return context.skip(installed.reason);
        const { folder } = installed;
        return runAgent(named(name), { folder, repository, program: { programName: 'stateroom' }, script });
      };

      const before = await run(first, begin);
      const told = `${before.requests.at(-1)?.results.join('\n')}\n${before.stdout}\n${before.stderr}`;
      expect(before.problems, told).toEqual([]);
      const { owner } = (await person.done('show', { id: 'W-1' })).item as { owner: string };
      expect(owner, told).toMatch(new RegExp(`^${named(first).harness}(-[a-z0-9]{6})?$`));
      // Codex works in the folder in which it was started.
      const directory = first === 'codex' ? repository : `${repository}.worktrees/w1-say-that-it-is`;
      // What it was writing when it stopped.
      writeFileSync(join(directory, 'done.txt'), 'almost\n');

      const after = await run(second, resume);
      const [answer = ''] = after.requests.at(-1)?.results ?? [];
      expect(after.problems, `${answer}\n${after.stdout}\n${after.stderr}`).toEqual([]);
      expect(Buffer.byteLength(answer)).toBeLessThanOrEqual(4000);
      // As some clients write text into JSON.
      const text = answer.replaceAll('\\n', '\n').replaceAll('\\"', '"');
      const facts = {
        task: 'task: T-1 Say that it is done (in progress, branch feature/w1-say-that-it-is from main, revision 1)',
        place: `worktree: ${directory}`,
        item: `item: W-1 Say that it is done (in progress, held by ${owner} since 20`,
        handover: 'Call switch_task {"action":"switch","task":"T-1"}.',
        notes: 'notes: {"left":"the full stop"}',
        slice: `slice: S-1 Write the file (open, started by ${owner} at 20`,
        test: `test: ${test}`,
        lastRun: /last run: E-2 failed at 20[^,]+Z, before the latest changes/,
        changes: 'uncommitted: done.txt',
        finding: 'F-1 low README.md:1 No greeting',
        gate: 'close-check: open_low_finding, open_slice (store only)',
        decision: 'D-1 agent_choice_w1_file: A file is easy to check.',
        next: 'Continue S-1: E-2 failed before the latest changes. When it is done, run its test again. Call evidence {"command":["grep -q done done.txt"],"slice":"S-1"}.',
      };
      for (const [fact, words] of Object.entries(facts)) expect(text, fact).toMatch(words);
      expect(after.stdout).toContain('GOES ON');
    });
  },
);
