import { expect } from 'vitest';
import { git, writeIn } from '../cliRig.js';
import type { Otherwise } from './taskLife.js';

const byPerson = { byPerson: true } as const;

/** Every operation on lanes and workers, once. */
export const laneLife: readonly (readonly [
  operation: string,
  args: readonly string[],
  part: object,
  otherwise?: Otherwise,
])[] = [
  [
    'worker.spawn',
    ['worker', 'spawn', 'lane-life', '--description', 'Live', '--owns', 'src/**', '--from', 'main', '--no-fetch'],
    { ref: 'L-1', lane: 'lane-life', branch: 'feature/lane-life', state: 'ASSIGNED', made: true },
  ],
  ['worker.status', ['worker', 'status'], { workers: [{ lane: 'lane-life', state: 'ASSIGNED' }] }],
  ['worker.start', ['worker', 'start', 'lane-life'], { lane: 'lane-life', state: 'WORKING' }],
  [
    'worker.heartbeat',
    ['worker', 'heartbeat', 'lane-life', '--every', '60'],
    { lane: 'lane-life', state: 'WORKING', ended: false },
  ],
  [
    'worker.run',
    ['worker', 'run', 'lane-life', '--json', '--', 'true'],
    { lane: 'lane-life', exitCode: 0, endedBy: 'exit' },
  ],
  ['worker.logs', ['worker', 'logs', 'lane-life'], { text: expect.stringContaining('exit code 0'), running: false }],
  ['worker.show', ['worker', 'show', 'L-1'], { lane: 'lane-life', worktreePath: expect.any(String) }],
  [
    'lane.mayEdit',
    ['lane', 'may-edit', 'src/live.ts'],
    { allowed: false, verdict: 'owned', path: 'src/live.ts', lane: null, owner: 'lane-life' },
    { code: 1 },
  ],
  [
    'worker.commit',
    ['worker', 'commit', 'Live'],
    { lane: 'lane-life', files: ['src/live.ts'] },
    { lane: 'lane-life', before: place => void writeIn(place, 'src/live.ts', 'export {};\n') },
  ],
  [
    'worker.push',
    ['worker', 'push'],
    { lane: 'lane-life', branch: 'feature/lane-life' },
    {
      lane: 'lane-life',
      before: place => {
        git(place, 'init', '-q', '--bare', `${place}-remote.git`);
        git(place, 'remote', 'add', 'origin', `${place}-remote.git`);
      },
    },
  ],
  ['worker.done', ['worker', 'done', 'lane-life'], { state: 'IN_REVIEW', status: 'review', conflicts: [] }],
  [
    'worker.requestChanges',
    ['worker', 'request-changes', 'lane-life', '-m', 'Shorter'],
    { state: 'WORKING', worker: { reason: 'Shorter' } },
    byPerson,
  ],
  ['worker.repairMerge', ['worker', 'repair-merge', 'lane-life'], { conflicts: [], into: 'main', state: 'WORKING' }],
  ['worker.done', ['worker', 'done', 'lane-life'], { state: 'IN_REVIEW' }],
  ['lane.list', ['lane', 'list', '--status', 'review'], { lanes: [{ ref: 'L-1' }] }],
  ['lane.show', ['lane', 'show', 'lane-life'], { ownedPaths: ['src/**'], worker: { attempt: 1 } }],
  ['lane.distance', ['lane', 'distance'], { lanes: [{ lane: 'lane-life', ahead: 1, behind: 0, isThere: true }] }],
  [
    'lane.changes',
    ['lane', 'changes', 'lane-life'],
    { lane: 'lane-life', base: 'main', files: [{ path: 'src/live.ts', kind: 'add' }] },
  ],
  ['lane.commits', ['lane', 'commits', 'lane-life'], { lane: 'lane-life', base: 'main', commits: [{ slice: null }] }],
  ['lane.why', ['why', 'README.md:1'], { path: 'README.md', line: 1, lane: null, workItem: null }],
  ['lane.markReviewed', ['lane', 'mark-reviewed', 'lane-life'], { lane: 'lane-life' }],
  ['lane.overlaps', ['lane', 'overlaps'], { overlaps: [], conflicts: [], violations: [], unread: [] }],
  ['lane.setup', ['lane', 'setup', 'lane-life'], { lane: 'lane-life', ok: true, ran: [], problem: null }],
  ['lane.teardown', ['lane', 'teardown', 'lane-life'], { lane: 'lane-life', ok: true, ran: [] }],
  ['lane.clean', ['lane', 'clean', 'lane-life'], { lane: 'lane-life', folders: [], removed: false }],
  ['lane.adoptable', ['lane', 'adoptable'], { trees: [] }],
  ['lane.repair', ['lane', 'repair'], { settled: [], repaired: [], missing: [], ignored: [] }],
  [
    'message.send',
    ['message', 'send', 'May I?', '--kind', 'question', '--to', 'ben', '--lane', 'lane-life', '--dispatch-id', 'd-1'],
    { sent: true, message: { ref: 'M-2', from: 'ada', to: 'ben', lane: 'lane-life', text: 'May I?' } },
  ],
  ['message.list', ['message', 'list', '--as', 'ben'], { reader: 'ben', unread: 1, messages: [{ ref: 'M-2' }] }],
  [
    'message.acknowledge',
    ['message', 'acknowledge', 'M-2'],
    { reader: 'ben', acknowledged: 'M-2', status: 'acknowledged' },
    { actor: 'ben' },
  ],
  [
    'report.submit',
    ['report', 'submit', 'blocked', 'No key', '--lane', 'lane-life', '--blockers', 'Ask Ada'],
    { made: true, report: { ref: 'P-1', needs: 'help', blockers: ['Ask Ada'] } },
  ],
  ['report.list', ['report', 'list', '--lane', 'L-1'], { reports: [{ ref: 'P-1' }], nextCursor: null }],
  [
    'lane.needsYou',
    ['lane', 'needs-you'],
    {
      total: 4,
      needs: [
        { kind: 'findings', ref: 'F-1', task: null },
        { kind: 'findings', ref: 'F-7', task: 'T-1' },
        { kind: 'approval', ref: 'L-1', blocks: 0 },
        { kind: 'report', ref: 'P-1' },
      ],
    },
  ],
  ['report.acknowledge', ['report', 'acknowledge', 'P-1'], { report: { acknowledgedBy: 'ben' } }, { actor: 'ben' }],
  ['message.export', ['message', 'export'], { lanes: 1, reports: 1, messages: 2, file: null }],
  [
    'worker.cancel',
    ['worker', 'cancel', 'lane-life', '--reason', 'Not now'],
    { state: 'FAILED', status: 'closed', closeReason: 'cancelled', worktree: 'removed', port: null, leftBehind: [] },
    byPerson,
  ],
  ['lane.lost', ['lost'], { lost: expect.any(Array), complete: true }],
  ['lane.rescues', ['lane', 'rescue', 'list', 'lane-life'], { rescues: [{ lane: 'lane-life', secrets: 0 }] }],
  ['lane.rescue', ['lane', 'rescue', 'show', 'lane-life'], { branch: 'feature/lane-life', secretPaths: [] }],
  [
    'lane.rescueRestore',
    ['lane', 'rescue', 'restore', 'lane-life', '--to', '.kept'],
    { head: expect.any(String), missingSecrets: [], renamedBranches: {} },
  ],
  ['lane.rescuePrune', ['lane', 'rescue', 'prune', '--older-than', '0s', '--yes'], { pruned: true }],
  [
    'worker.restore',
    ['worker', 'restore', 'lane-life'],
    { state: 'ASSIGNED', status: 'active', rescue: null, missingSecrets: [] },
    byPerson,
  ],
  ['lane.close', ['lane', 'close', 'lane-life', '--reason', 'abandoned'], { closeReason: 'abandoned' }, byPerson],
  [
    'worker.retry',
    ['worker', 'retry', 'lane-life', '--no-fetch'],
    { state: 'ASSIGNED', worker: { attempt: 2, cancelled: false } },
    byPerson,
  ],
  ['worker.start', ['worker', 'start', 'lane-life'], { state: 'WORKING' }],
  [
    'worker.commit',
    ['worker', 'commit', 'Live anew'],
    { files: ['src/anew.ts'] },
    { lane: 'lane-life', before: place => void writeIn(place, 'src/anew.ts', 'export {};\n') },
  ],
  ['worker.done', ['worker', 'done', 'lane-life', '--skip-rebase'], { state: 'IN_REVIEW' }],
  ['worker.approve', ['worker', 'approve', 'lane-life'], { state: 'APPROVED', status: 'review' }, byPerson],
  ['worker.propose', ['worker', 'propose', 'lane-life', '--dry-run'], { pushed: false, page: null }, byPerson],
  [
    'worker.merge',
    ['worker', 'merge', 'L-1'],
    { state: 'COMPLETED', status: 'merged', into: 'main', freed: [] },
    byPerson,
  ],
  ['lane.bringBack', ['lost', 'bring-back', 'L-1'], { branch: 'recovered/lane-life', made: true, leftOut: [] }],
  ['worker.spawn', ['worker', 'spawn', 'lane-two', '--no-fetch'], { ref: 'L-2', made: true }],
  ['worker.fail', ['worker', 'fail', 'No access', '--lane', 'lane-two'], { state: 'FAILED' }],
  [
    'lane.update',
    ['lane', 'update', 'lane-two', '--description', 'Live on', '--owner', 'ben'],
    { description: 'Live on', owner: 'ben' },
  ],
  [
    'lane.adopt',
    ['lane', 'adopt', '.made-by-hand'],
    { lane: 'by-hand', branch: 'mine/by-hand', base: 'main', adopted: true, made: true },
    { before: place => void git(place, 'worktree', 'add', '-q', '-b', 'mine/by-hand', '.made-by-hand') },
  ],
];
