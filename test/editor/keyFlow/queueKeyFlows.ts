import { queueAdd } from '../../../src/operations/queue/queueAdd.js';
import { queueAsk } from '../../../src/operations/queue/queueAsk.js';
import { queueClaim } from '../../../src/operations/queue/queueClaim.js';
import { agent, person } from '../../support/testRepository.js';
import type { KeyFlow } from './keyFlow.js';

/** Of the queue, which holds W-1 Wash, W-2 Dry, W-3 Fold, which codex holds, and W-4, the work item of T-1. */
export const queueKeyFlows: readonly KeyFlow[] = [
  {
    command: 'queue.ask',
    isLeftBefore: true,
    questions: [
      { asks: 'Select a work item to ask about', chooses: 'W-3' },
      {
        asks: 'Question to answer before work continues',
        types: 'Hot or cold?',
        refuses: { text: ' ', says: 'It is empty.' },
      },
    ],
    leaves: {
      sql: 'select status, question from work_items where number = 3',
      rows: [['waiting_human', 'Hot or cold?']],
    },
  },
  {
    command: 'next',
    // Open findings come first.
    before: async ({ editor }) => {
      await editor.run('stateroom.next');
      await editor.run('stateroom.finding.clearFilter');
    },
    questions: [],
    leaves: { tab: 'W-3' },
  },
  {
    command: 'queue.advance',
    isLeftBefore: true,
    questions: [
      { asks: 'Select a question to answer', chooses: 'W-3' },
      { asks: 'Your answer', types: 'Cold', refuses: { text: ' ', says: 'It is empty.' } },
    ],
    leaves: { sql: 'select status, owner from work_items where number = 3', rows: [['in_flight', 'codex']] },
  },
  {
    command: 'queue.resolve',
    isLeftBefore: true,
    questions: [
      { asks: 'Select a work item to resolve', chooses: 'W-3' },
      { asks: 'Choose an outcome', chooses: 'Failed' },
      { asks: 'Notes on the outcome', types: 'Too hot' },
    ],
    leaves: { sql: 'select status from work_items where number = 3', rows: [['failed']] },
  },
  {
    command: 'queue.reopen',
    isLeftBefore: true,
    questions: [
      { asks: 'Select a work item to reopen', chooses: 'W-3' },
      {
        asks: 'Reason for reopening',
        types: 'It has cooled',
        refuses: { text: ' ', says: 'It is empty.' },
      },
    ],
    leaves: { sql: 'select status from work_items where number = 3', rows: [['pending']] },
  },
  {
    command: 'queue.annotate',
    isLeftBefore: true,
    questions: [
      { asks: 'Select a work item to annotate', chooses: 'W-1' },
      { asks: 'Name of the note', types: 'soap', refuses: { text: ' ', says: 'The name is empty.' } },
      { asks: 'Text of the note “soap”', types: 'None is left', refuses: { text: ' ', says: 'The note is empty.' } },
    ],
    leaves: {
      sql: `select json_extract(payload, '$.keys') from events where type = 'work_item_annotated'`,
      rows: [['["soap"]']],
    },
  },
  {
    command: 'queue.edit',
    isLeftBefore: true,
    questions: [
      { asks: 'Select a work item to edit', chooses: 'W-1' },
      { asks: 'Select a field to edit', chooses: 'Title' },
      { asks: 'New title', types: 'Wash twice', refuses: { text: ' ', says: 'It is empty.' } },
    ],
    leaves: { sql: 'select title from work_items where number = 1', rows: [['Wash twice']] },
  },
  {
    command: 'queue.reprioritise',
    isLeftBefore: true,
    questions: [
      { asks: 'Select a work item to move', chooses: 'W-2' },
      { asks: 'Select a priority or position', chooses: 'Top of its priority' },
    ],
    leaves: { sql: "select count(*) from events where type = 'work_item_reprioritised'", rows: [[1]] },
  },
  {
    command: 'queue.depend',
    questions: [
      { asks: 'Select a work item to add dependencies to', chooses: 'W-2' },
      { asks: 'Select the work items that W-2 depends on', ticks: 'W-1' },
    ],
    leaves: { sql: 'select count(*) from work_item_dependencies', rows: [[1]] },
  },
  {
    command: 'queue.undepend',
    questions: [
      { asks: 'Select a work item to remove dependencies from', chooses: 'W-2' },
      { asks: 'Select dependencies to remove', ticks: 'W-1' },
    ],
    leaves: { sql: 'select count(*) from work_item_dependencies', rows: [[0]] },
  },
  {
    command: 'queue.claim',
    questions: [{ asks: 'Select a work item to claim', chooses: 'W-2' }],
    leaves: { sql: 'select status, owner from work_items where number = 2', rows: [['in_flight', 'Robin']] },
  },
  {
    command: 'queue.release',
    questions: [{ asks: 'Select a work item to release', chooses: 'W-2' }],
    leaves: { sql: 'select status, owner from work_items where number = 2', rows: [['pending', null]] },
  },
  {
    command: 'queue.takeOver',
    before: ({ repository }) => repository.ok(queueClaim, { id: 'W-3' }, agent),
    questions: [{ asks: 'Select a work item to take over', chooses: 'W-3' }],
    leaves: { sql: 'select status, owner from work_items where number = 3', rows: [['in_flight', 'Robin']] },
  },
  {
    command: 'queue.answerOtherwise',
    before: ({ repository }) =>
      repository.ok(queueAsk, { id: 'W-3', question: 'Hot or cold?' }, { ...person, name: 'Robin' }),
    questions: [
      { asks: 'Select a question to answer', chooses: 'W-3' },
      { asks: 'What happens next?', chooses: 'Return to the queue' },
      { asks: 'Hot or cold?', types: 'Cold' },
    ],
    leaves: {
      sql: 'select status, owner, answer from work_items where number = 3',
      rows: [['pending', null, 'Cold']],
    },
  },
  {
    command: 'queue.markDone',
    questions: [{ asks: 'Select a work item to resolve', chooses: 'W-3' }],
    leaves: { sql: 'select status from work_items where number = 3', rows: [['done']] },
  },
  {
    command: 'queue.import',
    isLeftBefore: true,
    before: ({ repository }) => repository.write('../items.jsonl', '{"title":"Iron"}\n{"title":"Mend"}\n'),
    questions: [{ asks: 'Add Work Items from File', opens: 'items.jsonl' }],
    leaves: { sql: 'select title from work_items where number > 4 order by number', rows: [['Iron'], ['Mend']] },
  },
  {
    command: 'queue.show',
    questions: [{ asks: 'Select a work item', chooses: 'W-1' }],
    leaves: { tab: 'W-1' },
  },
];

/** Last of all: its item changes the order of the queue. */
export const handOverKeyFlows: readonly KeyFlow[] = [
  {
    command: 'task.handOver',
    isLeftBefore: true,
    before: async ({ repository }) => {
      await repository.ok(queueAdd, { title: 'Hang up', id: 'hang' }, agent);
      await repository.ok(queueClaim, { id: 'hang' }, agent);
    },
    questions: [
      { asks: 'Select work to hand over', chooses: 'Hang up' },
      { asks: 'Who continues?', chooses: 'Codex' },
      { asks: 'What to do next', types: 'Pegs' },
    ],
    leaves: {
      sql: "select status, assignee, notes from work_items where key = 'hang'",
      rows: [['pending', 'codex', 'Next: Pegs']],
    },
  },
];
