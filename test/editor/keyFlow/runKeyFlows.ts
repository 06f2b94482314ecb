import type { KeyFlow } from './keyFlow.js';

const entries = "select kind, number, coalesce(status, ''), text from run_entries order by position";

/** Of investigations, where there is none at first. */
export const runKeyFlows: readonly KeyFlow[] = [
  {
    command: 'run.start',
    isLeftBefore: true,
    questions: [
      {
        asks: 'What is to be found out?',
        types: 'Why is the checkout slow?',
        refuses: { text: ' ', says: 'It is empty.' },
      },
    ],
    leaves: { sql: 'select number, request, status from runs', rows: [[1, 'Why is the checkout slow?', 'active']] },
  },
  {
    command: 'run.hypothesize',
    questions: [{ asks: 'What may be the case?', types: 'The import still runs' }],
    leaves: { sql: entries, rows: [['hypothesis', 1, '', 'The import still runs']] },
  },
  {
    command: 'run.evidence',
    isLeftBefore: true,
    questions: [
      { asks: 'What was observed, and where?', types: 'Both at 07:00' },
      { asks: 'Select the hypothesis that it is about', chooses: 'H001' },
    ],
    leaves: {
      sql: "select text, hypothesis from run_entries where kind = 'evidence'",
      rows: [['Both at 07:00', 1]],
    },
  },
  {
    command: 'run.command',
    questions: [
      { asks: 'Command line', types: 'npm test' },
      { asks: 'Select an outcome', chooses: 'Fail' },
    ],
    leaves: { sql: "select status, text from run_entries where kind = 'command'", rows: [['fail', 'npm test']] },
  },
  {
    command: 'run.close',
    questions: [
      { asks: 'Still open: H001. Why is it closed anyway?', types: 'The shop is shut' },
      { asks: 'What was found? (optional)', types: '' },
      { asks: 'What was run or read to be sure? (optional)', types: 'npm test' },
      { asks: 'What may still go wrong? (optional)', types: '' },
    ],
    leaves: {
      sql: 'select status, summary, verification, residual_risks, open_reason from runs',
      rows: [['closed', null, '["npm test"]', '[]', 'The shop is shut']],
    },
  },
  {
    command: 'run.reopen',
    isLeftBefore: true,
    questions: [{ asks: 'Select an investigation', chooses: 'R-1' }],
    leaves: { sql: 'select status, open_reason from runs', rows: [['active', null]] },
  },
  {
    command: 'run.resolve',
    isLeftBefore: true,
    questions: [
      { asks: 'Select a hypothesis', chooses: 'H001' },
      { asks: 'Select an outcome', chooses: 'Rejected' },
      { asks: 'Reason (optional)', types: 'It ended at 06:00' },
    ],
    leaves: {
      sql: "select status, text from run_entries where kind = 'resolution'",
      rows: [['rejected', 'It ended at 06:00']],
    },
  },
  {
    command: 'run.learn',
    questions: [
      { asks: 'What was learned?', types: 'Ask the shop first' },
      { asks: 'Select what was missing', chooses: 'A step in the workflow' },
      { asks: 'Select where the repository keeps it', chooses: 'Nowhere, with a reason' },
      { asks: 'Reason', types: 'It is known now' },
    ],
    leaves: {
      sql: "select learning_kind, repo_action, path, reason, text from run_entries where kind = 'learning'",
      rows: [['workflow-gap', 'none', null, 'It is known now', 'Ask the shop first']],
    },
  },
  {
    command: 'run.show',
    isLeftBefore: true,
    questions: [{ asks: 'Select an investigation', chooses: 'R-1' }],
    leaves: { tab: 'R-1' },
  },
  {
    command: 'run.export',
    questions: [
      { asks: 'Select an investigation', chooses: 'R-1' },
      { asks: 'Export Investigation', opens: 'closeout.md' },
    ],
    leaves: { file: 'closeout.md' },
  },
  { command: 'runs.refresh', questions: [], leaves: { progress: 'stateroom.investigations' } },
];
