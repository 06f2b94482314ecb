import { describe, expect, it } from 'vitest';
import { connect, git, makeRepository } from './mcpRig.js';

describe('findings between two agents', () => {
  it('are recorded by the one, seen and fixed by the other, who is told when it is too late', async () => {
    const cwd = makeRepository();
    const reviewer = await connect({ cwd, era: '2025-11-25', actor: 'reviewer' });
    const author = await connect({ cwd, era: '2025-11-25', actor: 'author' });
    const findings = (who: typeof author, action: string, input: object) =>
      who.call('review_findings', { action, ...input });

    const remark = { severity: 'high', path: 'README.md', line: '1', text: 'Says too little', repository: true };
    expect(await findings(reviewer, 'record', remark)).toMatchObject({
      isError: false,
      data: { outcome: 'recorded', finding: { ref: 'F-1', status: 'open', line: '1', actor: 'reviewer', revision: 1 } },
    });
    const batch = { findings: [{ severity: 'low', path: 'README.md', text: 'No title' }], repository: true };
    expect((await findings(reviewer, 'batch_record', batch)).data).toMatchObject({ recorded: 1, known: 0 });

    const listed = await findings(author, 'list', {});
    expect(listed.data).toMatchObject({ counts: { open: { high: 1, medium: 0, low: 1 } } });
    expect(listed.text).toContain('- F-1 high open README.md:1: Says too little actor=reviewer');

    expect(await findings(author, 'fix', { ids: ['F-1'], revision: 1 })).toMatchObject({
      isError: true,
      data: { code: 'transition_not_allowed', details: { classification: 'unchanged' } },
    });
    git(cwd, 'commit', '-q', '--allow-empty', '-m', 'Say more');
    expect((await findings(author, 'fix', { ids: ['F-1'], revision: 1 })).data).toMatchObject({
      commit: git(cwd, 'rev-parse', 'HEAD').trim(),
      findings: [{ ref: 'F-1', status: 'fixed', resolvedBy: 'author' }],
    });
    expect(await findings(reviewer, 'wontfix', { ids: ['F-1'], note: 'no', revision: 1 })).toMatchObject({
      isError: true,
      data: {
        code: 'conflict',
        message: 'F-1 “Says too little” is at revision 2, not 1. It is now fixed.',
        details: { expectedRevision: 1, currentRevision: 2, status: 'fixed' },
      },
    });
    expect(await findings(reviewer, 'fix', { ids: ['F-1'] })).toMatchObject({
      isError: true,
      data: { code: 'transition_not_allowed' },
    });
    expect((await findings(author, 'fix', {})).data).toMatchObject({ code: 'invalid_input' });
  });

  it('keep their length within a reply, page by page', async () => {
    const cwd = makeRepository();
    const agent = await connect({ cwd, era: '2026-07-28', actor: 'reviewer' });
    const findings = Array.from({ length: 100 }, (_, index) => ({
      severity: 'medium',
      path: `src/file${index}.ts`,
      text: `Remark ${'i'.repeat(index)} ${'long '.repeat(100)}`,
    }));
    const recorded = await agent.call('review_findings', { action: 'batch_record', findings, repository: true });
    expect(recorded.data).toMatchObject({ recorded: 100 });
    expect(recorded.text.length).toBeLessThan(8000);
    const seen = new Set<string>();
    let cursor: unknown;
    do {
      const page = await agent.call('review_findings', {
        action: 'list',
        ...(typeof cursor === 'string' ? { cursor } : {}),
      });
      expect(page.text.length).toBeLessThan(8000);
      for (const { ref } of page.data.findings as { ref: string }[]) seen.add(ref);
      cursor = page.data.nextCursor;
    } while (typeof cursor === 'string');
    expect(seen.size).toBe(100);
    const whole = await agent.call('review_findings', { action: 'show', id: 'F-9' });
    expect(whole.text).toContain('long '.repeat(99));
  });
});
