import { describe, expect, it } from 'vitest';
import { finding } from '../../test/support/finding.js';
import type { TimelineEvent } from '../domain/event/event.js';
import type { Finding } from '../domain/finding/finding.js';
import { say } from '../messages/say.js';
import { english } from '../reports/translate.js';
import { findingPage } from './findingPage.js';
import { markdownPage, markdownPen } from './markdownPage.js';

const pen = markdownPen(english, iso => iso, say);

const event = (type: string, payload: TimelineEvent['payload']): TimelineEvent => ({
  id: 1,
  at: '2026-11-21T12:00:00.000Z',
  type,
  actor: 'codex',
  role: 'agent',
  workItem: null,
  payload: { finding: 'F-12', ...payload },
});

const page = (changes: Partial<Finding> = {}, more: Partial<Parameters<typeof findingPage>[0]> = {}): string =>
  markdownPage(findingPage({ finding: finding(12, changes), ...more }, pen), pen);

describe('the page of a finding', () => {
  it('begins with number and remark, and says where it stands', () => {
    const text = page({ severity: 'high', path: 'src/retry.ts', lineStart: 40, lineEnd: 44, text: 'It never ends' });
    expect(text.split('\n').slice(0, 6).join('\n')).toBe(
      '# F-12 It never ends\n\n- Severity: high\n- Status: open\n- Location: `src/retry.ts:40-44`\n- Task: T-1',
    );
    expect(text).not.toContain('## Description');
  });

  it('shows a long remark whole, with what is proposed', () => {
    const text = page({ text: `${'word '.repeat(30)}end\nand a second line`, fix: 'Count the tries' });
    expect(text.split('\n')[0]).toBe(`# F-12 ${'word '.repeat(15)}word…`);
    expect(text).toContain(`## Description\n\n\`\`\`text\n${'word '.repeat(30)}end\nand a second line\n\`\`\``);
    expect(text).toContain('## Suggested fix\n\nCount the tries\n');
  });

  it('says where its lines went', () => {
    const lines = { path: 'src/app.ts', lines: { start: 9, end: 9 }, outdated: false };
    expect(page({}, { place: lines })).toContain('- Location: `src/app.ts:9`, recorded at `src/app.ts:3`\n');
    const gone = { path: 'src/app.ts', lines: null, outdated: true };
    expect(page({}, { place: gone })).toContain('- Location: `src/app.ts:3` (outdated: its text no longer exists)\n');
  });

  it('says that it is about lines of the base, which the branch may have removed', () => {
    const gone = { path: 'src/app.ts', lines: null, outdated: true };
    expect(page({ side: 'base' }, { place: gone })).toContain('- Location: `src/app.ts:3` of the base\n');
    expect(page({ side: 'base' })).toContain('- Location: `src/app.ts:3` of the base\n');
    const back = { path: 'src/app.ts', lines: { start: 9, end: 9 }, outdated: false };
    expect(page({ side: 'base' }, { place: back })).toContain(
      '- Location: `src/app.ts:9`, recorded at `src/app.ts:3` of the base\n',
    );
    const same = { path: 'src/app.ts', lines: { start: 3, end: 3 }, outdated: false };
    expect(page({ side: 'base' }, { place: same })).toContain('- Location: `src/app.ts:3` of the base\n');
    expect(page({ side: null })).toContain('- Location: `src/app.ts:3`\n');
  });

  it('says how often it was reopened', () => {
    expect(page({ reopenCount: 1 })).toContain('- Status: open, reopened once\n');
    expect(page({ reopenCount: 2 })).toContain('- Status: open, reopened 2 times\n');
  });

  it('says how it ended and by what it is proven', () => {
    const text = page({
      status: 'fixed',
      fixedCommit: '3f2a9c1d5e6f7a8b9c0d1e2f3a4b5c6d7e8f9a0b',
      fixEvidence: 'E-4',
      note: 'counts the retries',
      workItem: 'W-7',
      repro: 'npm test -- retry',
      reproState: 'proven',
    });
    expect(text).toContain('- Work item: W-7\n- Fixed in: `3f2a9c1d5e`\n- Evidence: E-4\n');
    expect(text).toContain('## Note\n\ncounts the retries\n');
    expect(text).toContain('## Repro command\n\n- `npm test -- retry` fails at the commit where it was found\n');
  });

  it('ends with what happened, in sentences', () => {
    const events = [
      event('finding_reopened', { reason: 'Undone', takenBack: true }),
      event('finding_reopened', { reason: 'still there' }),
      event('finding_fixed', { commit: '3f2a9c1d5e6f7a8b', evidence: 'E-4', note: 'counted' }),
      event('finding_queued', { workItem: 'W-7' }),
      event('finding_recorded', {}),
    ];
    const lines = page({}, { events, more: true }).split('\n');
    const from = lines.indexOf('## Timeline');
    expect(lines.slice(from + 2).map(line => line.replace(/^- .*? · /, ''))).toEqual([
      'codex undid the decision on F-12',
      'codex reopened F-12: “still there”',
      'codex marked F-12 as fixed in 3f2a9c1d5e, with evidence E-4: “counted”',
      'codex created W-7 from F-12',
      'codex recorded F-12',
      '',
      'See the timeline for older events.',
      '',
    ]);
  });

  it('takes nothing that a reviewer wrote for Markdown', () => {
    const text = page({ text: '# [link](command:evil) <b>', note: '* a\n* b' });
    expect(text).toContain('\\[link\\](command:evil) \\<b\\>');
    expect(text).toContain('```text\n* a\n* b\n```');
  });
});
