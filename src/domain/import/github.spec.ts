import { describe, expect, it } from 'vitest';
import { readGithub } from './github.js';

const read = (...issues: unknown[]) => readGithub([{ name: 'issues.json', text: JSON.stringify(issues) }]).entries;

describe('issues of GitHub', () => {
  it('are read with every field', () => {
    const kept = {
      body: 'It fails.',
      closedByPullRequestsReferences: [{ number: 50 }],
      isPinned: true,
      projectItems: [{ title: 'Board' }],
      reactionGroups: [{ content: 'HEART' }],
      subIssuesSummary: { total: 1 },
      url: 'https://github.com/o/r/issues/42',
    };
    const issue = {
      assignees: [{ login: 'ana' }, { login: 'ben' }],
      author: { login: 'cem' },
      blockedBy: { nodes: [{ number: 7 }] },
      blocking: [{ number: 43 }],
      closed: true,
      closedAt: '2026-11-03T00:00:00Z',
      comments: [{ author: { login: 'dee' }, body: 'Seen too.', createdAt: '2026-11-02T00:00:00Z' }],
      createdAt: '2026-11-01T00:00:00Z',
      id: 'I_1',
      issueType: { name: 'Bug' },
      labels: [{ id: 'L1', name: 'good first issue', color: 'fff' }],
      milestone: { title: 'v2', dueOn: '2026-12-01T00:00:00Z' },
      number: 42,
      parent: { number: 40 },
      state: 'CLOSED',
      stateReason: 'NOT_PLANNED',
      subIssues: { nodes: [{ number: 44 }], totalCount: 1 },
      title: 'Crash on start',
      updatedAt: '2026-11-03T01:00:00Z',
      ...kept,
    };
    const [whole, blocked, part] = read(
      issue,
      { number: 43, title: 'Waits' },
      { number: 44, title: 'Part', parent: { number: 42 } },
    );
    expect(whole).toEqual({
      place: { file: 'issues.json', line: 1 },
      id: '#42',
      title: 'Crash on start',
      status: 'NOT_PLANNED',
      kind: 'Bug',
      labels: ['good first issue'],
      owner: 'ana',
      createdAt: Date.UTC(2026, 10, 1),
      updatedAt: Date.UTC(2026, 10, 3, 1),
      closedAt: Date.UTC(2026, 10, 3),
      due: Date.UTC(2026, 11, 1),
      links: [
        { kind: 'blocked-by', id: '#7', role: 'waitsFor' },
        { kind: 'parent', id: '#40', role: 'partOf' },
      ],
      comments: [{ author: 'dee', at: Date.UTC(2026, 10, 2), text: 'Seen too.' }],
      counted: [],
      details: { ...kept, nodeId: 'I_1', author: 'cem', milestone: 'v2', assignees: ['ana', 'ben'] },
    });
    expect(blocked?.links).toEqual([{ kind: 'blocked-by', id: '#42', role: 'waitsFor' }]);
    // Said twice, by both of them.
    expect(part?.links).toEqual([{ kind: 'parent', id: '#42', role: 'partOf' }]);
  });

  it('are told apart by the repository in their address, where there are several', () => {
    const page = (name: string, number: number) => `https://github.com/${name}/issues/${number}`;
    const named = read(
      { number: 1, title: 'a', url: page('ann/one', 1) },
      { number: 1, title: 'b', html_url: page('ann/two', 1), created_at: '2026-11-01T00:00:00Z' },
      { number: 2, title: 'c' },
    );
    expect(named.map(({ id }) => id)).toEqual(['ann/one#1', 'ann/two#1', '#2']);
    expect(read({ number: 1, title: 'a', url: page('ann/one', 1) }, { number: 2, title: 'c' })).toMatchObject([
      { id: '#1' },
      { id: '#2' },
    ]);
  });

  it('have a reason only when they are closed', () => {
    const entries = read(
      { number: 1, title: 'a', state: 'OPEN', stateReason: 'REOPENED' },
      { number: 2, title: 'b', state: 'CLOSED', stateReason: '' },
      { number: 3, title: 'c', state: 'CLOSED', stateReason: 'COMPLETED' },
    );
    expect(entries.map(({ status }) => status)).toEqual(['OPEN', 'CLOSED', 'COMPLETED']);
  });
});
