import { describe, expect, it } from 'vitest';
import { readTaskMaster } from './taskMaster.js';

const read = (value: unknown) =>
  readTaskMaster([{ name: 'tasks.json', text: JSON.stringify(value, undefined, 2) }]).entries;

/** Fields that have no place of their own. */
const kept = {
  description: 'Email and password',
  details: 'With a link',
  testStrategy: 'unit',
  effort: 3,
  actualEffort: 5,
  complexity: 'high',
  recommendedSubtasks: 2,
  expansionPrompt: 'split',
  complexityReasoning: 'forms',
  metadata: { any: 1 },
  relevantFiles: [{ path: 'a.ts', description: 'form', action: 'modify' }],
  codebasePatterns: ['mvc'],
  existingInfrastructure: [{ name: 'auth', location: 'src', usage: 'call' }],
  scopeBoundaries: { included: 'form', excluded: 'mail' },
  implementationApproach: 'small',
  technicalConstraints: ['none'],
  acceptanceCriteria: ['logs in'],
  skills: ['ts'],
};

describe('a Task Master file', () => {
  it('is read with every field, subtasks after their task', () => {
    const subtasks = [
      { id: 1, title: 'Markup', description: '', details: '', status: 'done', dependencies: [], parentId: 7 },
      { id: 2, title: 'Style', status: 'review', dependencies: [1, '3', '7.1'], category: 'css' },
    ];
    const task = {
      id: '7',
      title: 'Login form',
      status: 'in-progress',
      priority: 'critical',
      dependencies: ['3', 4, '5.1'],
      subtasks,
      createdAt: '2026-11-01T00:00:00Z',
      updatedAt: '2026-11-02T00:00:00Z',
      tags: ['ui'],
      assignee: 'ana',
      category: 'feature',
      ...kept,
    };
    expect(read({ master: { tasks: [task], metadata: { created: '2026-11-01T00:00:00Z' } } })).toEqual([
      {
        place: { file: 'tasks.json', line: 4 },
        id: '7',
        title: 'Login form',
        status: 'in-progress',
        kind: 'feature',
        priority: 'critical',
        labels: ['ui'],
        owner: 'ana',
        createdAt: Date.UTC(2026, 10, 1),
        updatedAt: Date.UTC(2026, 10, 2),
        links: [
          { kind: 'dependency', id: '3', role: 'waitsFor' },
          { kind: 'dependency', id: '4', role: 'waitsFor' },
          { kind: 'dependency', id: '5.1', role: 'waitsFor' },
        ],
        comments: [],
        details: kept,
        counted: [],
      },
      expect.objectContaining({
        place: { file: 'tasks.json', line: 15 },
        id: '7.1',
        title: 'Markup',
        status: 'done',
        kind: 'subtask',
        links: [{ kind: 'subtask', id: '7', role: 'partOf' }],
        details: {},
      }),
      expect.objectContaining({
        id: '7.2',
        status: 'review',
        kind: 'css',
        links: [
          // The first one is a sibling, the second one is not.
          { kind: 'dependency', id: '7.1', role: 'waitsFor' },
          { kind: 'dependency', id: '3', role: 'waitsFor' },
          { kind: 'dependency', id: '7.1', role: 'waitsFor' },
          { kind: 'subtask', id: '7', role: 'partOf' },
        ],
      }),
    ]);
  });

  it('has tags, whose names are part of the ids and labels', () => {
    const entries = read({
      master: { tasks: [{ id: 1, title: 'a' }] },
      ferry: {
        tasks: [
          { id: 1, title: 'b' },
          { id: 2, title: 'c', dependencies: [1] },
        ],
      },
    });
    expect(entries.map(({ id, labels, links }) => [id, labels, links.map(link => link.id)])).toEqual([
      ['1', [], []],
      ['ferry/1', ['ferry'], []],
      ['ferry/2', ['ferry'], ['ferry/1']],
    ]);
  });

  it('may be one list of tasks, as in old versions', () => {
    expect(read({ tasks: [{ id: 1, title: 'a', status: 'completed' }] })).toEqual([
      expect.objectContaining({ id: '1', status: 'completed', place: { file: 'tasks.json', line: 3 } }),
    ]);
  });
});
