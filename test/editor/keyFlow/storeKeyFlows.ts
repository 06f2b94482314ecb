import type { KeyFlow } from './keyFlow.js';

/** Of the clone and the store itself; the last of all, as it is put back to how it was. */
export const storeKeyFlows: readonly KeyFlow[] = [
  {
    command: 'trust.grant',
    questions: [{ asks: 'Trust the commands of “repository”?', presses: 'Trust Commands' }],
    leaves: { sql: "select actor from events where type = 'trust_granted'", rows: [['Robin']] },
  },
  {
    command: 'store.query',
    questions: [{ asks: 'One SELECT', types: 'select 1 as one', refuses: { text: ' ', says: 'It is empty.' } }],
    leaves: { tab: 'Query result.txt' },
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
    command: 'store.restore',
    isLeftBefore: true,
    before: ({ repository }) => repository.add('Added after the backup'),
    questions: [{ asks: 'Restore Store', opens: 'kept.sqlite' }],
    leaves: { sql: "select count(*) from work_items where title = 'Added after the backup'", rows: [[0]] },
  },
];
