import * as z from 'zod';
import { jsonText } from '../../domain/json/writtenJson.js';
import type { Refs } from '../../domain/record/column.js';
import { type Refusal, refuse, throwIfRefused } from '../../domain/refusal/refusal.js';
import { labelText } from '../../domain/workItem/newWorkItem.js';
import { addText } from '../../domain/workItem/notes.js';
import { noDue } from '../../domain/workItem/queueOrder.js';
import {
  assigneeSchema,
  kindSchema,
  labelsSchema,
  payloadSchema,
  titleSchema,
} from '../../domain/workItem/workItem.js';
import type { WorkItemChange, WorkItemRow } from '../../domain/workItem/workItemRow.js';
import {
  checkHolder,
  checkItemRevision,
  checkNotesSize,
  checkOpen,
  checkToken,
} from '../../domain/workItem/workItemRule.js';
import { message } from '../../messages/message.js';
import { changeParent } from '../../records/workItem/changeParent.js';
import { readTime } from '../../records/workItem/inputTime.js';
import { findParent } from '../../records/workItem/parentAccess.js';
import {
  addedNotesField,
  editedNotesField,
  idField,
  itemOutput,
  itemRevisionField,
  timeField,
  tokenField,
} from '../../records/workItem/queueFields.js';
import { changeWorkItem, findWorkItem, parentRefs, presentOne } from '../../records/workItem/workItemAccess.js';
import { defineOperation } from '../operation.js';

const editInput = z.strictObject({
  id: idField,
  title: titleSchema.optional().describe('What to do, in one line'),
  kind: kindSchema.optional().describe('Any word, for filtering'),
  notes: editedNotesField,
  addNotes: addedNotesField,
  payload: payloadSchema.optional().describe('Any JSON, at most 64 kB; replaces all of it'),
  labels: labelsSchema.optional().describe('Replaces all labels'),
  notBefore: timeField.optional().describe('Not ready before: ISO 8601, unix ms or +2h'),
  due: timeField.optional().describe('Due: ISO 8601, unix ms or +2d'),
  assignee: assigneeSchema.optional().describe('Assignee; empty for none'),
  parent: z
    .union([z.literal(''), idField])
    .optional()
    .describe('The work item that it is a part of; empty for none'),
  clearLabels: z.boolean().optional().describe('Remove all labels'),
  clearNotBefore: z.boolean().optional().describe('Remove the start time'),
  clearDue: z.boolean().optional().describe('Remove the due time'),
  token: tokenField,
  revision: itemRevisionField,
});

export const queueEdit = defineOperation({
  name: 'queue.edit',
  order: 110,
  title: 'Edit Work Item',
  menuTitle: 'Edit',
  asks: true,
  summary:
    'Edits the title, notes, kind, labels, payload, assignee, parent, due or not-before time of an open work item.',
  input: editInput,
  output: itemOutput,
  effect: 'write',
  mcp: {
    tool: 'work_items',
    action: 'edit',
    brief: '',
    rare: [
      'token',
      'notes',
      'addNotes',
      'labels',
      'notBefore',
      'due',
      'assignee',
      'parent',
      'clearLabels',
      'clearNotBefore',
      'clearDue',
      'revision',
    ],
  },
  cli: {
    positionals: ['id'],
    flags: { labels: 'label' },
    examples: [
      'queue edit W-12 --title "Fix the login redirect on Safari"',
      'queue edit W-12 --due +2d --label ui',
      'queue edit W-12 --notes "Only in Safari 26; see the log of 12 May"',
      'queue edit W-12 --add-notes "Also on iPadOS"',
      'queue edit W-12 --clear-due',
      'queue edit W-12 --assignee dana --parent W-3',
    ],
    exclusive: [
      ['due', 'clearDue'],
      ['notBefore', 'clearNotBefore'],
      ['labels', 'clearLabels'],
      ['notes', 'addNotes'],
    ],
  },
  about: 'workItem',
  palette: 'items',
  async run(context, input) {
    return context.store.transaction(async transaction => {
      const now = context.clock.now();
      const heartbeats = transaction.heartbeats();
      const row = await findWorkItem(transaction, input.id);
      throwIfRefused(checkToken(row, input.token));
      throwIfRefused(checkItemRevision(row, input.revision));
      throwIfRefused(checkOpen(row, message('queue.actEdit')));
      const parent = input.parent ? await findParent(transaction, row, input.parent) : null;
      const wanted = {
        ...wantedChange(input, row.notes, now),
        ...(input.parent === undefined ? {} : { parent_id: parent?.id ?? null }),
      };
      throwIfRefused(checkNotEmpty(wanted));
      if (input.addNotes) throwIfRefused(checkNotesSize(row, wanted.notes ?? null));
      const refs = await parentRefs(transaction, [row, wanted as Pick<WorkItemRow, 'parent_id'>]);
      const { change, payload } = differences(row, wanted, refs);
      // Everyone may change labels, times, dependencies and added notes; only the holder changes the work itself.
      if ('title' in change || 'payload' in change || (input.notes !== undefined && 'notes' in change))
        throwIfRefused(checkHolder(row, context.actor, 'edit'));
      if (Object.keys(change).length === 0) return { item: await presentOne(transaction, row, heartbeats, now) };
      const act = { transaction, actor: context.actor, now };
      const write = () => changeWorkItem(act, row, change, 'work_item_edited', payload);
      if (!('parent_id' in change)) return { item: await presentOne(transaction, await write(), heartbeats, now) };
      await changeParent(transaction, row, parent, write);
      const changed = await findWorkItem(transaction, row.id);
      return { item: await presentOne(transaction, changed, heartbeats, now) };
    });
  },
});

type EditedColumn =
  | 'title'
  | 'kind'
  | 'notes'
  | 'payload'
  | 'labels'
  | 'not_before'
  | 'due_at'
  | 'assignee'
  | 'parent_id';
type Wanted = Partial<Pick<WorkItemRow, EditedColumn>>;

/** Field names in events; notes and a payload may be large and are not repeated there. */
const fieldNames: Readonly<Record<EditedColumn, string>> = {
  title: 'title',
  kind: 'kind',
  notes: 'notes',
  payload: 'payload',
  labels: 'labels',
  not_before: 'notBefore',
  due_at: 'due',
  assignee: 'assignee',
  parent_id: 'parent',
};

function wantedChange(input: z.output<typeof editInput>, current: string | null, now: number): Wanted {
  const notBefore = input.clearNotBefore ? null : readTime(input.notBefore, 'notBefore', now);
  const due = input.clearDue ? null : readTime(input.due, 'due', now);
  const labels = input.clearLabels ? [] : input.labels;
  return {
    ...(input.title === undefined ? {} : { title: input.title }),
    ...(input.kind === undefined ? {} : { kind: input.kind }),
    ...(input.notes === undefined ? {} : { notes: input.notes || null }),
    ...(input.addNotes?.trim() ? { notes: addText(current, input.addNotes) } : {}),
    ...(input.payload === undefined ? {} : { payload: jsonText(input.payload) }),
    ...(labels === undefined ? {} : { labels: labelText(labels) }),
    ...(notBefore === undefined ? {} : { not_before: notBefore }),
    ...(due === undefined ? {} : { due_at: due }),
    ...(input.assignee === undefined ? {} : { assignee: input.assignee || null }),
  };
}

function checkNotEmpty(wanted: Wanted): Refusal | undefined {
  if (Object.keys(wanted).length > 0) return undefined;
  return refuse('invalid_input', 'input.nothingToChange', { hint: 'queue.editHint' });
}

/** Real changes and their event: values before and after, except for notes and payload; `refs` are those of parents. */
function differences(
  row: WorkItemRow,
  wanted: Wanted,
  refs: Refs,
): { change: WorkItemChange; payload: Record<string, unknown> } {
  const columns = (Object.keys(wanted) as EditedColumn[]).filter(column => wanted[column] !== row[column]);
  const change: WorkItemChange = Object.fromEntries(columns.map(column => [column, wanted[column]]));
  const reported = columns.filter(column => column !== 'payload' && column !== 'notes');
  const shown = (of: Wanted, column: EditedColumn) =>
    column === 'parent_id' ? (refs.get(of.parent_id ?? '') ?? null) : of[column];
  return {
    change: 'due_at' in change ? { ...change, due_sort: change.due_at ?? noDue } : change,
    payload: {
      fields: columns.map(column => fieldNames[column]),
      before: Object.fromEntries(reported.map(column => [fieldNames[column], shown(row, column)])),
      after: Object.fromEntries(reported.map(column => [fieldNames[column], shown(wanted, column)])),
    },
  };
}
