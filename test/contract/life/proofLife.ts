import { createPrivateKey } from 'node:crypto';
import { expect } from 'vitest';

/** An Ed25519 key, the same in every run. */
const key = createPrivateKey({
  key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.alloc(32, 7)]),
  format: 'der',
  type: 'pkcs8',
});

/** Files that the life of evidence takes from the worktree, by name. */
export const proofFiles = {
  'rationale.md': '## Changes\nx\n## Verification\nx\n## Schema / Contract Changes\nx\n## Open Threads\nx\n',
  'ci.pem': key.export({ type: 'pkcs8', format: 'pem' }).toString(),
} as const;

const named = ['--task', 'proof-1'] as const;
const fullId = expect.stringMatching(/^[0-9a-f]{40}$/);

/** Every operation on slices and evidence, once. */
export const proofLife: readonly (readonly [operation: string, args: readonly string[], part: object])[] = [
  ['task.start', ['task', 'start', 'Prove it', '--ref', 'proof-1', '--here'], { task: { ref: expect.any(String) } }],
  ['slice.start', ['slice', 'start', 'Write it', ...named], { slice: { status: 'open' }, state: null, evidence: null }],
  ['slice.commit', ['slice', 'commit', '--untracked', ...named], { commit: fullId, made: true, recorded: true }],
  [
    'evidence.run',
    ['evidence', 'run', ...named, '--json', '--', 'true'],
    { exitCode: 0, treeChanged: false, tail: '' },
  ],
  [
    'evidence.receipt',
    ['evidence', 'receipt', '--key', 'ci.pem', '--json', '--', 'true'],
    { receipt: { version: 1, command: 'true', exitCode: 0, commit: fullId }, exitCode: 0 },
  ],
  [
    'evidence.record',
    ['evidence', 'record', 'npm test', '--exit-code', '1', ...named],
    { evidence: { grade: 'said', passed: false, fresh: true } },
  ],
  ['evidence.list', ['evidence', 'list', '--fresh', '--passed'], { evidence: [{ command: 'true', fresh: true }] }],
  ['evidence.show', ['evidence', 'show', 'E-1'], { evidence: { command: expect.any(String) } }],
  [
    'slice.close',
    ['slice', 'close', '--rationale', 'rationale.md', ...named],
    { slice: { status: 'closed' }, decision: { origin: expect.any(String) }, repeated: false },
  ],
  ['slice.list', ['slice', 'list', ...named], { counts: { open: 0, committed: 0, closed: 1 }, nextCursor: null }],
  ['slice.packet', ['slice', 'packet', ...named], { reviewKind: 'code', changedFiles: expect.any(Array) }],
];
