import type { KeyFlow } from './keyFlow.js';
import { letGo } from './letGo.js';

const issue = (number: number, title: string, state: string) => ({ number, title, state });

/** Of the clone and the store itself; the last of all, as it is put back to how it was, and imports shift numbers. */
export const storeKeyFlows: readonly KeyFlow[] = [
  {
    command: 'trust.grant',
    questions: [{ asks: 'Trust the commands of “repository”?', presses: 'Trust Commands' }],
    leaves: { sql: "select actor from events where type = 'trust_granted'", rows: [['Robin']] },
  },
  {
    command: 'import.tracker',
    before: ({ repository }) => {
      repository.write('../issues.json', JSON.stringify([issue(7, 'Starch', 'OPEN'), issue(8, 'Press', 'CLOSED')]));
    },
    questions: [
      { asks: 'Select what to import', chooses: 'File…' },
      { asks: 'Import Work Items', opens: 'issues.json' },
      {
        asks: 'Import 2 work items from github?\nstatus: CLOSED → done (1)\nstatus: OPEN → pending (1)\nkind: issue → issue (2)',
        presses: 'Import',
      },
    ],
    leaves: {
      sql: "select key, title, status from work_items where key like '#%' order by number",
      rows: [
        ['#7', 'Starch', 'pending'],
        ['#8', 'Press', 'done'],
      ],
    },
  },
  {
    command: 'store.query',
    questions: [{ asks: 'One SELECT', types: 'select 1 as one', refuses: { text: ' ', says: 'It is empty.' } }],
    leaves: { tab: 'Query result.txt' },
  },
  {
    command: 'store.repair',
    isLeftBefore: true,
    before: ({ repository }) => letGo(repository, 'W-4'),
    questions: [
      { asks: 'W-4 “Limit the logins” is not claimed, although T-1 (limits-1) is working on it.', presses: 'Repair' },
    ],
    leaves: { sql: 'select status, owner from work_items where number = 4', rows: [['in_flight', 'Robin']] },
  },
  {
    // No older program has it open.
    command: 'store.update',
    questions: [],
    leaves: { says: 'The store is up to date.' },
  },
  {
    command: 'store.export',
    questions: [{ asks: 'Export Store', opens: 'exported.sqlite' }],
    leaves: { file: 'exported.sqlite' },
  },
  {
    command: 'store.backup',
    questions: [{ asks: 'Back Up Store', opens: 'kept.sqlite' }],
    leaves: { file: 'kept.sqlite' },
  },
  {
    command: 'store.archive',
    questions: [{ asks: 'Only what ended before this time', types: '2020-01-01' }],
    leaves: { sql: "select count(*) from events where type = 'store_archived'", rows: [[0]] },
  },
  {
    command: 'store.restore',
    isLeftBefore: true,
    before: ({ repository }) => repository.add('Added after the backup'),
    questions: [{ asks: 'Restore Store', opens: 'kept.sqlite' }],
    leaves: { sql: "select count(*) from work_items where title = 'Added after the backup'", rows: [[0]] },
  },
  {
    command: 'requireCommand',
    isLeftBefore: true,
    questions: [{ asks: 'Command that must pass', types: 'npm test' }],
    leaves: { file: 'repository/.stateroom/config.json' },
  },
];
