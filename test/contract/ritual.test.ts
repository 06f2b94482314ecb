import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { workflowNames } from '../../src/domain/workflow/workflowNames.js';
import { runInMemory } from '../support/memoryHost.js';
import { makeRepository as makeCliRepository } from './cliRig.js';
import { connect, eras, makeRepository } from './mcpRig.js';

describe('the rituals as MCP prompts', () => {
  it.each(eras)('are listed and answered in %s', async era => {
    const agent = await connect({ cwd: makeRepository(), era, actor: 'agent-a' });
    await agent.done('add', { title: 'Limit the rate of logins' });
    const { prompts } = await agent.client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual([...workflowNames]);
    expect(prompts.find(({ name }) => name === 'scope')).toMatchObject({
      title: 'Turn a Request into a Task',
      arguments: [{ name: 'request', required: false }],
    });
    const { messages } = await agent.client.getPrompt({
      name: 'scope',
      arguments: { request: 'we should probably rate limit logins' },
    });
    const [message] = messages;
    const text = message?.content.type === 'text' ? message.content.text : '';
    expect(message?.role).toBe('user');
    expect(text).toContain('Scope: Rate limit logins');
    expect(text).toContain('- W-1 Limit the rate of logins');
    expect(text).toContain('stateroom task scope');
    const refused = await agent.client.getPrompt({ name: 'scope' });
    expect(JSON.stringify(refused)).toContain('No request given.');
    await expect(agent.client.getPrompt({ name: 'nothing' })).rejects.toThrow('Unknown prompt "nothing".');
  });
});

describe('the rituals on the command line', () => {
  it('tell what is known and write nothing', async () => {
    const directory = makeCliRepository();
    const say = (...args: string[]) => runInMemory(args, { directory });
    await say('queue', 'add', 'Limit the rate of logins');
    const told = await say('ritual', 'brief', 'scope', 'we should probably add rate limiting');
    expect(told).toMatchObject({ code: 0, stderr: '' });
    expect(told.stdout).toContain('Similar work:\n- W-1 Limit the rate of logins\n');
    const json = JSON.parse((await say('ritual', 'brief', 'scope', 'add rate limiting', '--json')).stdout);
    expect(json.data).toMatchObject({
      title: 'Scope: Add rate limiting',
      references: [{ kind: 'workItem', ref: 'W-1' }],
      acts: [
        { operation: 'task.scope', input: { title: 'Add rate limiting', objective: 'add rate limiting' } },
        { operation: 'queue.add', input: { title: 'Add rate limiting' } },
      ],
    });
    const events = JSON.parse((await say('events', 'tail', '--json')).stdout);
    expect(events.data.events.map(({ type }: { type: string }) => type)).toEqual(['work_item_created']);
  });

  it('take sentences with commas for a scoped task', async () => {
    const directory = makeCliRepository();
    const say = (...args: string[]) => runInMemory(args, { directory });
    const written = await say(
      'task',
      'scope',
      'Limit logins',
      '--slice',
      'Count, per address',
      '--question',
      'A, or B?',
    );
    expect(written.stderr).toBe('');
    expect(written.stdout).toContain('Created W-1 and started T-1 Limit logins on feature/t1-limit-logins.');
    expect(written.stdout).toContain('  S-1 Count, per address\n  A-1 A, or B?\n');
  });

  it('review a branch: what it changes is told, and the review is recorded at once', async () => {
    const directory = makeCliRepository();
    const say = (...args: string[]) => runInMemory(args, { directory });
    const git = (...args: string[]) => execFileSync('git', args, { cwd: directory, encoding: 'utf8' });
    git('switch', '--quiet', '--create', 'feature/limits-9');
    writeFileSync(join(directory, 'limit.ts'), 'one\ntwo\n');
    await say('task', 'start', 'Limit logins', '--light');
    const told = await say('ritual', 'brief', 'branch-review');
    expect(told).toMatchObject({ code: 0, stderr: '' });
    expect(told.stdout).toContain('Branch Review: feature/limits-9');
    expect(told.stdout).toContain('- limit.ts (new, +2)');
    const changes = await say('review', 'changes', '--lines');
    expect(changes.stdout).toContain('  limit.ts  add, +2 -0\n@@ -0,0 +1,2 @@\n+one\n+two\n');
    writeFileSync(
      join(directory, '.git', 'review.json'),
      '[{"path":"limit.ts","line":"2","severity":"low","text":"Two?"}]',
    );
    const file = ['--from-file', join(directory, '.git', 'review.json')];
    const refused = await say('review', 'submit', 'pass', ...file);
    expect(refused.stderr).toContain('A review with 1 open finding cannot pass.');
    const recorded = await say('review', 'submit', 'pass_with_findings', ...file, '--covered', 'limit.ts');
    expect(recorded.stderr).toBe('');
    expect(recorded.stdout).toContain('V-1 on feature/limits-9: pass with findings.\n  F-1 recorded: Two?\n');
  });
});
