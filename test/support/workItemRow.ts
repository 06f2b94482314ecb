import type { DependencyRow, WorkItemRow } from '../../src/domain/workItem/workItemRow.js';

/** 2026-11-02T10:00:00.000Z. */
export const rowTime = 1_793_613_600_000;

/** A pending work item as stored, with what a test changes. */
export function workItemRow(change: Partial<WorkItemRow> = {}): WorkItemRow {
  return {
    id: '01HZY3V2M4T5W6X7Y8Z9ABCDEF',
    repository_id: '01HZY3V2M4T5W6X7Y8Z9ABCDEG',
    number: 12,
    key: null,
    title: 'Fix the login redirect',
    kind: 'general',
    status: 'pending',
    priority: 2,
    rank: 0,
    payload: 'null',
    labels: '[]',
    owner: null,
    owner_role: null,
    token: 0,
    lease_until: null,
    not_before: null,
    due_at: null,
    due_sort: 9_007_199_254_740_991,
    open_dependencies: 0,
    question: null,
    answer: null,
    notes: null,
    queued_by: 'codex',
    claimed_at: null,
    resolved_at: null,
    created_at: rowTime,
    updated_at: rowTime,
    revision: 1,
    assignee: null,
    parent_id: null,
    task_id: null,
    questions: null,
    ...change,
  };
}

/** A dependency on item `number`. */
export function dependencyRow(
  number: number,
  status: DependencyRow['status'],
  title = `Item ${number}`,
): DependencyRow {
  return { work_item_id: '01HZY3V2M4T5W6X7Y8Z9ABCDEF', depends_on_id: `id-${number}`, number, title, status };
}
