import { describe, expect, it } from 'vitest';
import { readBeads } from './beads.js';

const read = (...lines: unknown[]) =>
  readBeads([{ name: 'issues.jsonl', text: lines.map(line => JSON.stringify(line)).join('\n') }]);

/** Every field of a beads issue, in the order of its source. */
const whole = {
  _type: 'issue',
  id: 'ac-k3f9',
  title: 'Add retry to uploader',
  description: 'It gives up.',
  design: 'Backoff.',
  acceptance_criteria: 'Three attempts.',
  notes: 'See the log.',
  spec_id: 'S1',
  status: 'in_progress',
  priority: 1,
  issue_type: 'bug',
  assignee: 'ana',
  owner: 'ben',
  estimated_minutes: 30,
  created_at: '2026-11-01T09:00:00Z',
  created_by: 'cem',
  updated_at: '2026-11-02T10:00:00.5Z',
  started_at: '2026-11-01T12:00:00+02:00',
  closed_at: '2026-11-03T00:00:00Z',
  close_reason: 'done',
  closed_by_session: 's1',
  due_at: '2026-12-01T00:00:00Z',
  defer_until: '2026-11-20T00:00:00Z',
  external_ref: 'gh-9',
  source_system: 'github',
  metadata: { any: [1] },
  labels: ['net'],
  dependencies: [
    { issue_id: 'ac-k3f9', depends_on_id: 'ac-1', type: 'blocks', created_at: '2026-11-01T09:00:00Z' },
    { issue_id: 'ac-k3f9', depends_on_id: 'ac-2', type: 'conditional-blocks' },
    { issue_id: 'ac-k3f9', depends_on_id: 'ac-3', type: 'waits-for' },
    { issue_id: 'ac-k3f9', depends_on_id: 'ac-4', type: 'parent-child' },
    { issue_id: 'ac-k3f9', depends_on_id: 'ac-5', type: 'discovered-from' },
    { issue_id: 'ac-k3f9', depends_on_id: 'ac-6' },
  ],
  comments: [
    { id: 'c1', issue_id: 'ac-k3f9', author: 'ana', text: 'use backoff', created_at: '2026-11-02T10:00:00Z' },
    { id: 7, text: 'old', created_at: '0001-01-01T00:00:00Z' },
  ],
  compaction_level: 1,
  compacted_at: '2026-11-02T10:00:00Z',
  compacted_at_commit: 'abc',
  original_size: 9,
  sender: 'dee',
  ephemeral: true,
  no_history: true,
  wisp_type: 'patrol',
  pinned: false,
  is_template: false,
  bonded_from: ['x'],
  await_type: 'timer',
  await_id: 'a1',
  timeout: 5_000_000_000,
  waiters: ['w'],
  source_formula: 'f',
  source_location: 'l',
  mol_type: 'swarm',
  work_type: 'mutex',
  event_kind: 'k',
  actor: 'act',
  target: 'tar',
  payload: 'pay',
  unknown_field: { kept: true },
  dependency_count: 6,
  dependent_count: 0,
  comment_count: 2,
};

describe('a beads export', () => {
  it('is read with every field', () => {
    expect({ ...read(whole) }).toEqual({
      leftOut: {},
      notes: [],
      problems: [],
      entries: [
        {
          place: { file: 'issues.jsonl', line: 1 },
          id: 'ac-k3f9',
          title: 'Add retry to uploader',
          status: 'in_progress',
          kind: 'bug',
          priority: 1,
          labels: ['net', 'ephemeral'],
          owner: 'ana',
          createdAt: Date.UTC(2026, 10, 1, 9),
          updatedAt: Date.UTC(2026, 10, 2, 10, 0, 0, 500),
          startedAt: Date.UTC(2026, 10, 1, 10),
          closedAt: Date.UTC(2026, 10, 3),
          due: Date.UTC(2026, 11, 1),
          notBefore: Date.UTC(2026, 10, 20),
          links: [
            { kind: 'blocks', id: 'ac-1', role: 'waitsFor' },
            { kind: 'conditional-blocks', id: 'ac-2', role: 'waitsFor' },
            { kind: 'waits-for', id: 'ac-3', role: 'waitsFor' },
            { kind: 'parent-child', id: 'ac-4', role: 'partOf' },
            { kind: 'discovered-from', id: 'ac-5', role: 'names' },
            { kind: 'blocks', id: 'ac-6', role: 'waitsFor' },
          ],
          notes: 'See the log.',
          comments: [
            { author: 'ana', at: Date.UTC(2026, 10, 2, 10), text: 'use backoff' },
            { author: undefined, at: undefined, text: 'old' },
          ],
          counted: [],
          details: {
            description: 'It gives up.',
            design: 'Backoff.',
            acceptance_criteria: 'Three attempts.',
            spec_id: 'S1',
            responsible: 'ben',
            estimated_minutes: 30,
            created_by: 'cem',
            close_reason: 'done',
            closed_by_session: 's1',
            external_ref: 'gh-9',
            source_system: 'github',
            metadata: { any: [1] },
            compaction_level: 1,
            compacted_at: '2026-11-02T10:00:00Z',
            compacted_at_commit: 'abc',
            original_size: 9,
            sender: 'dee',
            no_history: true,
            wisp_type: 'patrol',
            bonded_from: ['x'],
            await_type: 'timer',
            await_id: 'a1',
            timeout: 5_000_000_000,
            waiters: ['w'],
            source_formula: 'f',
            source_location: 'l',
            mol_type: 'swarm',
            work_type: 'mutex',
            event_kind: 'k',
            actor: 'act',
            target: 'tar',
            payload: 'pay',
            unknown_field: { kept: true },
          },
        },
      ],
    });
  });

  it('needs a title alone', () => {
    expect(read({ title: 'Old' }).entries).toEqual([
      expect.objectContaining({ id: undefined, title: 'Old', status: undefined, labels: [], links: [], details: {} }),
    ]);
  });

  it('leaves out memories and tombstones, and counts them', () => {
    const { entries, leftOut } = read(
      { _type: 'memory', key: 'style', value: 'tabs' },
      { _type: 'memory', key: 'lang', value: 'Go' },
      { id: 'a-1', title: 'Gone', status: 'tombstone' },
      { id: 'a-2', title: 'Here' },
    );
    expect(entries.map(({ id }) => id)).toEqual(['a-2']);
    expect(leftOut).toEqual({ memory: 2, tombstone: 1 });
  });

  it('takes what is pinned or a template for that, unless it is closed', () => {
    const { entries } = read(
      { id: 'a', title: 'a', status: 'open', pinned: true },
      { id: 'b', title: 'b', status: 'open', is_template: true },
      { id: 'c', title: 'c', status: 'closed', pinned: true },
      { id: 'd', title: 'd', wisp: true },
    );
    expect(entries.map(({ status }) => status)).toEqual(['pinned', 'template', 'closed', undefined]);
    expect(entries[3]?.labels).toEqual(['ephemeral']);
  });
});
