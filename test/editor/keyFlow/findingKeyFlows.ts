import { findingRecord } from '../../../src/operations/finding/findingRecord.js';
import { agent } from '../../support/testRepository.js';
import type { KeyFlow } from './keyFlow.js';

const sarif = {
  version: '2.1.0',
  runs: [
    {
      tool: { driver: { name: 'lint' } },
      results: [
        {
          ruleId: 'no-limit',
          level: 'warning',
          message: { text: 'Limit it' },
          locations: [{ physicalLocation: { artifactLocation: { uri: 'README.md' }, region: { startLine: 1 } } }],
        },
      ],
    },
  ],
};

/** Of findings, where F-1 to F-3 are open; the last one has a command that fails until there is a file `fixed.txt`. */
export const findingKeyFlows: readonly KeyFlow[] = [
  {
    command: 'finding.supersede',
    isLeftBefore: true,
    questions: [
      { asks: 'Select findings to mark as superseded', ticks: 'F-2' },
      { asks: 'Select the finding that supersedes them', chooses: 'F-1' },
    ],
    leaves: {
      sql: 'select number, status from findings order by number',
      rows: [
        [1, 'open'],
        [2, 'superseded'],
        [3, 'open'],
      ],
    },
  },
  {
    command: 'finding.workItem',
    isLeftBefore: true,
    questions: [{ asks: 'Select a finding', ticks: 'F-1' }],
    leaves: {
      sql: 'select w.title from findings f join work_items w on w.id = f.work_item_id where f.number = 1',
      rows: [['Fix F-1: The loop never ends']],
    },
  },
  {
    command: 'finding.show',
    isLeftBefore: true,
    questions: [{ asks: 'Select a finding', chooses: 'F-1' }],
    leaves: { tab: 'F-1' },
  },
  {
    command: 'finding.reply',
    questions: [
      { asks: 'Select a finding', chooses: 'F-1' },
      { asks: 'Your reply', types: 'The caller counts', refuses: { text: ' ', says: 'It is empty.' } },
    ],
    leaves: {
      sql: "select replies ->> '$[0].text', replies ->> '$[0].role' from findings where number = 1",
      rows: [['The caller counts', 'human']],
    },
  },
  {
    command: 'finding.record',
    questions: [
      {
        asks: 'What is wrong?',
        types: 'The number lacks its unit',
        refuses: { text: ' ', says: 'It is empty.' },
      },
      { asks: 'Select a severity', chooses: 'medium' },
      {
        asks: 'File path, relative to the worktree root',
        types: 'README.md',
        refuses: { text: ' ', says: 'It is empty.' },
      },
      { asks: 'Select the task it belongs to', chooses: 'T-1' },
    ],
    leaves: {
      sql: 'select severity, path, text from findings where number = 4',
      rows: [['medium', 'README.md', 'The number lacks its unit']],
    },
  },
  {
    command: 'finding.recordMany',
    questions: [
      {
        asks: 'Findings with the fields of finding.record',
        types: '[{"severity":"low","path":"README.md","text":"Say why"}]',
      },
    ],
    leaves: { sql: 'select severity, text from findings where number = 5', rows: [['low', 'Say why']] },
  },
  {
    command: 'finding.defer',
    questions: [
      { asks: 'Select findings to defer', ticks: 'F-5' },
      {
        asks: 'Reason, and until when',
        types: 'After the release',
        refuses: { text: ' ', says: 'It is empty.' },
      },
    ],
    leaves: {
      sql: 'select status, note from findings where number = 5',
      rows: [['deferred', 'After the release']],
    },
  },
  {
    command: 'finding.reopen',
    questions: [
      { asks: 'Select findings to reopen', ticks: 'F-5' },
      { asks: 'Reason', types: 'It is time', refuses: { text: ' ', says: 'It is empty.' } },
    ],
    leaves: {
      sql: 'select status, reopen_reason from findings where number = 5',
      rows: [['open', 'It is time']],
    },
  },
  {
    command: 'finding.wontfix',
    questions: [
      { asks: 'Select findings to mark as won’t fix', ticks: 'F-5' },
      { asks: 'Reason', types: 'Meant so' },
    ],
    leaves: { sql: 'select status, note from findings where number = 5', rows: [['wontfix', 'Meant so']] },
  },
  {
    command: 'finding.prove',
    before: ({ repository }) => {
      repository.write('fixed.txt', '');
      repository.git('add', 'fixed.txt');
      repository.git('commit', '--quiet', '--message=Mend it');
    },
    questions: [{ asks: 'Select a finding', ticks: 'F-3' }],
    leaves: { sql: 'select repro_state from findings where number = 3', rows: [['proven']] },
  },
  {
    command: 'finding.fix',
    isLeftBefore: true,
    questions: [
      { asks: 'Select findings to mark as fixed', ticks: 'F-3' },
      { asks: 'Select the commit that fixes it', chooses: 'Mend it' },
      { asks: 'What was done (optional)', types: 'Made the file' },
      { asks: 'Select evidence for the fix', chooses: 'E-3' },
    ],
    leaves: {
      sql: 'select f.status, f.note, e.number from findings f join evidence e on e.id = f.fix_evidence_id where f.number = 3',
      rows: [['fixed', 'Made the file', 3]],
    },
  },
  {
    command: 'finding.integrate',
    questions: [
      { asks: 'Select findings to mark as integrated', ticks: 'F-3' },
      { asks: 'Branch that has the fixes', types: 'feature/limits-1' },
    ],
    leaves: {
      sql: 'select status, resolved_ref from findings where number = 3',
      rows: [['integrated', 'feature/limits-1']],
    },
  },
  {
    command: 'finding.merge',
    before: ({ repository }) => {
      const remark = { severity: 'low', path: 'README.md', text: 'Close the file' } as const;
      return repository.ok(findingRecord, { ...remark, task: 'T-2' }, agent);
    },
    questions: [{ asks: 'Tasks to copy from', types: 'T-2', refuses: { text: ' ', says: 'It is empty.' } }],
    leaves: {
      sql: "select merged_from from findings where text = 'Close the file' order by number",
      rows: [['[]'], ['["F-6"]']],
    },
  },
  {
    command: 'finding.export',
    isLeftBefore: true,
    questions: [{ asks: 'Export Findings', opens: 'findings.sarif' }],
    leaves: { file: 'findings.sarif' },
  },
  {
    command: 'finding.import',
    before: ({ repository }) => repository.write('../lint.sarif', JSON.stringify(sarif)),
    questions: [
      { asks: 'Import Findings', opens: 'lint.sarif' },
      { asks: 'Select the task it belongs to', chooses: 'No task: the whole repository' },
    ],
    leaves: {
      sql: "select tool, path, task_id from findings where text = 'Limit it'",
      rows: [['lint', 'README.md', null]],
    },
  },
];
