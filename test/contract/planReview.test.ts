import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { answer, git, makeRepository, run, writeIn } from './cliRig.js';
import { connect } from './mcpRig.js';

const path = '.stateroom/plans/limits.md';
const plan = '# Limits\r\n\r\n## Steps\r\n\r\n- [ ] Count {#count}\r\n- [ ] Refuse {#refuse}\r\n';
const reviewer = { STATEROOM_ACTOR: 'Rita' };

describe('a plan on the command line', () => {
  it('is registered, refused, reviewed, accepted and stale after an edit', async () => {
    const cwd = makeRepository();
    writeIn(cwd, path, plan);
    const say = (...words: string[]) => run(words, { cwd });
    expect(await say('plan', 'list')).toMatchObject({
      code: 0,
      stdout: 'No plans. Register one: stateroom plan register <path>\n',
    });
    expect(await say('plan', 'register', 'limits', '--repository')).toMatchObject({
      code: 0,
      stdout: `Registered ${path}.\n`,
    });
    expect(await say('plan', 'accept', 'limits')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^stateroom: Cannot accept .stateroom\/plans\/limits.md: .* has no planning review.\n/,
      ),
    });
    const started = await run(['review', 'start', path], { cwd, env: reviewer });
    expect(started.stdout).toBe(`Started V-1, a planning review of ${path}.\n`);
    expect((await run(['review', 'record', 'pass', '--run', 'V-1'], { cwd, env: reviewer })).stdout).toBe(
      `V-1 on ${path}: pass.\n`,
    );
    expect((await say('plan', 'accept', 'limits')).stdout).toBe(`${path} is accepted after V-1.\n`);
    writeIn(cwd, path, plan.replace('- [ ] Count', '- [x] Count'));
    expect((await answer(['plan', 'show', 'limits'], { cwd })).plan).toMatchObject({ stale: false, acceptedBy: 'Ann' });
    writeIn(cwd, path, plan.replace('Count', 'Sum'));
    const shown = await say('plan', 'show', 'limits');
    expect(shown.stdout).toContain('accepted, edited since\n');
    expect(shown.stdout).toContain('[ ] Sum  count\n');
    expect((await say('review', 'list')).stdout).toContain('pass, changed since');
    expect((await say('plan', 'register', '../away.md', '--repository')).code).toBe(2);
    expect((await say('plan', 'register', '/etc/passwd', '--repository')).code).toBe(2);
    expect((await say('plan', 'show', 'none')).code).toBe(1);
    expect(readFileSync(join(cwd, path), 'utf8')).toBe(plan.replace('Count', 'Sum'));
  });
});

describe('a review by an agent', () => {
  it('is started, recorded and asked about over MCP, and seen on the command line', async () => {
    const cwd = makeRepository();
    writeIn(cwd, 'docs/adr.md', '# Decision\n');
    git(cwd, 'add', '.');
    git(cwd, 'commit', '-q', '-m', 'Decide');
    const agent = await connect({ cwd });
    const call = async (action: string, more: Record<string, unknown>) => {
      const { isError, structuredContent } = await agent.client.callTool({
        name: 'review_runs',
        arguments: { action, ...more },
      });
      return { isError: isError === true, content: structuredContent as Record<string, unknown> };
    };
    expect((await call('start', { subject: 'docs/adr.md', kind: 'adr', id: 'first' })).content.run).toMatchObject({
      ref: 'V-1',
      subjectKind: 'adr',
      mode: 'planning',
      role: 'agent',
    });
    const recorded = await call('record', { run: 'first', verdict: 'conditional_pass', summary: 'Say why.' });
    expect(recorded.content.run).toMatchObject({ verdict: 'conditional_pass', summary: 'Say why.' });
    expect(await call('record', { run: 'V-1', verdict: 'pass' })).toMatchObject({
      isError: true,
      content: { code: 'transition_not_allowed' },
    });
    expect((await answer(['review', 'list'], { cwd })).runs).toMatchObject([
      { ref: 'V-1', key: 'first', verdict: 'conditional_pass', stale: false },
    ]);
  });
});
