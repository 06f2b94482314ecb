import { describe, expect, it } from 'vitest';
import { readBacklog } from './backlog.js';

const read = (text: string, name = 'backlog/tasks/task-4 - Cache.md') => readBacklog([{ name, text }]).entries[0];

const whole = `---
id: task-4
title: >-
  Cache thumbnails,
  also large ones
status: In Progress
assignee:
  - '@ben'
  - "@ana"
reporter: '@cem'
created_date: '2026-11-20 20:21'
updated_date: '2026-11-21'
due_date: 2026-12-01
labels: [perf, 'disk, slow']
milestone: m-1
dependencies:
  - TASK-3
  - task-2
references:
  - src/a.ts
documentation: []
modified_files: ["a.ts"]
parent_task_id: TASK-1
subtasks:
  - TASK-4.1
priority: high
type: feature
ordinal: 4000
custom:
  any: value
  more: 1
onStatusChange: 'echo ''hi'''
---

## Description

<!-- SECTION:DESCRIPTION:BEGIN -->
Keep a disk cache.
<!-- SECTION:DESCRIPTION:END -->

## Acceptance Criteria
<!-- AC:BEGIN -->
- [ ] #1 Second load reads no network
<!-- AC:END -->

## Definition of Done
<!-- DOD:BEGIN -->
- [x] #1 Tests
<!-- DOD:END -->

## Implementation Plan

<!-- SECTION:PLAN:BEGIN -->
1. Measure
<!-- SECTION:PLAN:END -->

## Implementation Notes

<!-- SECTION:NOTES:BEGIN -->
Measured.
<!-- SECTION:NOTES:END -->

## Final Summary

<!-- SECTION:FINAL_SUMMARY:BEGIN -->
Faster.
<!-- SECTION:FINAL_SUMMARY:END -->

## Comments

<!-- COMMENTS:BEGIN -->
<!-- COMMENT:BEGIN -->
index: 1
author: @ana
created: 2026-11-21 08:00

Use LRU.
<!-- COMMENT:END -->
<!-- COMMENT:BEGIN -->
Fine.
<!-- COMMENT:END -->
<!-- COMMENTS:END -->

## Other
More.
`;

describe('a task of Backlog.md', () => {
  it('is read with every field and section', () => {
    expect(read(whole)).toEqual({
      place: { file: 'backlog/tasks/task-4 - Cache.md', line: 1 },
      id: 'TASK-4',
      title: 'Cache thumbnails, also large ones',
      status: 'In Progress',
      kind: 'feature',
      priority: 'high',
      labels: ['perf', 'disk, slow'],
      owner: 'ben',
      createdAt: Date.UTC(2026, 10, 20, 20, 21),
      updatedAt: Date.UTC(2026, 10, 21),
      due: Date.UTC(2026, 11, 1),
      links: [
        { kind: 'dependency', id: 'TASK-3', role: 'waitsFor' },
        { kind: 'dependency', id: 'TASK-2', role: 'waitsFor' },
        { kind: 'parent', id: 'TASK-1', role: 'partOf' },
      ],
      notes: 'Measured.',
      comments: [{ author: 'ana', at: Date.UTC(2026, 10, 21, 8), text: 'Use LRU.' }, { text: 'Fine.' }],
      counted: [],
      details: {
        reporter: '@cem',
        milestone: 'm-1',
        references: ['src/a.ts'],
        modified_files: ['a.ts'],
        ordinal: '4000',
        custom: 'any: value\nmore: 1',
        onStatusChange: "echo 'hi'",
        assignees: ['ben', 'ana'],
        description: 'Keep a disk cache.',
        acceptanceCriteria: '- [ ] #1 Second load reads no network',
        definitionOfDone: '- [x] #1 Tests',
        plan: '1. Measure',
        finalSummary: 'Faster.',
        text: '## Other\nMore.',
      },
    });
  });

  it('needs an id and a title, and no markers', () => {
    const old = '---\r\nid: TASK-1\r\ntitle: Old\r\nassignee: []\r\n---\r\n## Description\r\n\r\nPlain.\r\n';
    expect(read(old)).toMatchObject({ id: 'TASK-1', title: 'Old', details: { description: 'Plain.' }, comments: [] });
  });

  it.each([
    ['backlog/completed/a.md', 'completed'],
    ['backlog/drafts/a.md', 'draft'],
    ['backlog/archive/tasks/a.md', 'archived'],
    ['backlog/archive/drafts/a.md', 'archived'],
    ['tasks/a.md', 'To Do'],
  ])('in %s has the status %s', (name, status) => {
    expect(read('---\nid: T-1\ntitle: a\nstatus: To Do\n---\n', name)?.status).toBe(status);
  });
});
