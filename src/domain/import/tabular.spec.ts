import { describe, expect, it } from 'vitest';
import { readCsv } from './csv.js';
import { readJsonLines } from './jsonLines.js';

const csv = (text: string) => readCsv([{ name: 'issues.csv', text }]).entries;
const jsonl = (...lines: unknown[]) =>
  readJsonLines([{ name: 'items.jsonl', text: lines.map(line => JSON.stringify(line)).join('\n') }]).entries;

describe('a table', () => {
  it('is read with every column, as Vibe Kanban exports it', () => {
    const head =
      'Issue ID,Title,Description,Status,Priority,Project,Assignee(s),Creator,Created,Updated,Start Date,Due Date,Completed,Parent Issue';
    const row =
      'VK-1,"Say ""hi"", twice","Two\nlines",In review,High,Shop,"ana, ben",cem,2026-11-01,2026-11-02T00:00:00Z,2026-11-05,2026-12-01,2026-11-30,VK-0';
    expect(csv(`${head}\n${row}\nVK-2,Next,,,,,,,,,,,,\n`)).toEqual([
      {
        place: { file: 'issues.csv', line: 2 },
        id: 'VK-1',
        title: 'Say "hi", twice',
        status: 'In review',
        kind: undefined,
        priority: 'High',
        labels: [],
        owner: 'ana',
        createdAt: Date.UTC(2026, 10, 1),
        updatedAt: Date.UTC(2026, 10, 2),
        startedAt: undefined,
        closedAt: Date.UTC(2026, 10, 30),
        due: Date.UTC(2026, 11, 1),
        notBefore: Date.UTC(2026, 10, 5),
        links: [{ kind: 'parent', id: 'VK-0', role: 'partOf' }],
        notes: undefined,
        comments: [],
        details: { Description: 'Two\nlines', Project: 'Shop', Creator: 'cem', assignees: ['ana', 'ben'] },
      },
      expect.objectContaining({ place: { file: 'issues.csv', line: 4 }, id: 'VK-2', title: 'Next', details: {} }),
    ]);
  });

  it('may have semicolons or tabs, empty lines and either end of line', () => {
    expect(csv('id;title;labels\r\n1;a, b;"x;y"\r\n\r\n2;c;').map(({ title, labels }) => [title, labels])).toEqual([
      ['a, b', ['x', 'y']],
      ['c', []],
    ]);
    expect(csv('id\ttitle\tBlocked by\n1\ta\t2')[0]?.links).toEqual([
      { kind: 'dependency', id: '2', role: 'waitsFor' },
    ]);
  });
});

describe('JSON Lines', () => {
  it('are read with every field', () => {
    const comments = ['Plain', { author: 'ana', text: 'Signed', created_at: '2026-11-02T00:00:00Z' }];
    expect(
      jsonl({
        id: 9,
        title: 'a',
        status: 'doing',
        kind: 'bug',
        priority: 0,
        labels: ['x'],
        owner: 'ana',
        createdAt: '2026-11-01',
        updatedAt: Date.UTC(2026, 10, 2),
        startedAt: '2026-11-03',
        closedAt: '2026-11-04',
        due: '2026-11-05',
        notBefore: '2026-11-06',
        parent: 'p',
        dependsOn: ['b', 3],
        notes: 'n',
        comments,
        payload: { any: true },
        completed: false,
      }),
    ).toEqual([
      {
        place: { file: 'items.jsonl', line: 1 },
        id: '9',
        title: 'a',
        status: 'doing',
        kind: 'bug',
        priority: '0',
        labels: ['x'],
        owner: 'ana',
        createdAt: Date.UTC(2026, 10, 1),
        updatedAt: Date.UTC(2026, 10, 2),
        startedAt: Date.UTC(2026, 10, 3),
        closedAt: Date.UTC(2026, 10, 4),
        due: Date.UTC(2026, 10, 5),
        notBefore: Date.UTC(2026, 10, 6),
        links: [
          { kind: 'dependency', id: 'b', role: 'waitsFor' },
          { kind: 'dependency', id: '3', role: 'waitsFor' },
          { kind: 'parent', id: 'p', role: 'partOf' },
        ],
        notes: 'n',
        comments: [{ text: 'Plain' }, { author: 'ana', at: Date.UTC(2026, 10, 2), text: 'Signed' }],
        details: { payload: { any: true }, completed: false },
      },
    ]);
  });
});
