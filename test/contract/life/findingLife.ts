import { expect } from 'vitest';

type Turn = readonly [operation: string, args: readonly string[], part: object];

const remark = ['--severity', 'high', '--path', 'README.md', '--repository'];

/** Findings, in a repository whose `README.md` has one line and whose worktree is clean but for files no one names here. */
export const findingLife: readonly Turn[] = [
  [
    'finding.record',
    ['finding', 'record', ...remark, '--line', '1', '--text', 'Says too little', '--repro', 'test -e MORE.md'],
    { outcome: 'recorded', finding: { ref: 'F-1', lineStart: 1, lineEnd: 1, actor: 'ada' } },
  ],
  [
    'finding.recordMany',
    ['finding', 'record', '--from-file', 'findings.jsonl', '--repository'],
    { recorded: 3, known: 1, findings: [{}, {}, {}, { outcome: 'known', finding: { ref: 'F-2' } }] },
  ],
  [
    'finding.list',
    ['finding', 'list', '--severity', 'low'],
    { findings: [{ ref: 'F-2' }, { ref: 'F-3' }, { ref: 'F-4' }] },
  ],
  ['finding.show', ['finding', 'show', 'F-1'], { finding: { ref: 'F-1', repro: 'test -e MORE.md' } }],
  ['finding.locate', ['finding', 'locate', 'F-1'], { places: [{ path: 'README.md', lineStart: 1, outdated: false }] }],
  [
    'finding.reply',
    ['finding', 'reply', 'F-1', '--text', 'More is in docs', '--key', 'r-1'],
    { finding: { status: 'open', replies: [{ key: 'r-1', actor: 'ada', text: 'More is in docs' }] } },
  ],
  ['finding.prove', ['finding', 'prove', 'F-1'], { proven: true, atFinding: { exitCode: 1 }, atFix: null }],
  ['finding.workItem', ['finding', 'work-item', 'F-2'], { inserted: true, item: { kind: 'finding', priority: 3 } }],
  ['finding.fix', ['finding', 'fix', 'F-2', '--commit', 'HEAD'], { findings: [{ ref: 'F-2', status: 'fixed' }] }],
  [
    'finding.integrate',
    ['finding', 'integrate', 'F-2', '--into', 'main'],
    { findings: [{ status: 'integrated', resolvedRef: 'main' }] },
  ],
  ['finding.wontfix', ['finding', 'wontfix', 'F-3', '--note', 'as meant'], { findings: [{ status: 'wontfix' }] }],
  ['finding.defer', ['finding', 'defer', 'F-4', '--note', 'later'], { findings: [{ status: 'deferred' }] }],
  [
    'finding.reopen',
    ['finding', 'reopen', 'F-3', '--reason', 'no'],
    { findings: [{ status: 'open', reopenCount: 1 }] },
  ],
  [
    'finding.supersede',
    ['finding', 'supersede', 'F-3', '--by', 'F-1'],
    { findings: [{ status: 'superseded', supersededBy: 'F-1' }] },
  ],
  ['task.start', ['task', 'start', 'Left', '--ref', 'left-1', '--light'], { task: { ref: expect.any(String) } }],
  ['task.start', ['task', 'start', 'Right', '--ref', 'right-1', '--here'], { task: { ref: expect.any(String) } }],
  [
    'finding.record',
    ['finding', 'record', '--severity', 'low', '--path', 'README.md', '--text', 'Five', '--task', 'left-1'],
    { outcome: 'recorded', finding: { ref: 'F-5' } },
  ],
  [
    'finding.merge',
    ['finding', 'merge', 'left-1', '--task', 'right-1'],
    { merged: 1, known: 0, findings: [{ ref: 'F-6', mergedFrom: ['F-5'] }] },
  ],
  ['finding.export', ['finding', 'export', '--file', 'findings.sarif'], {}],
  ['finding.import', ['finding', 'import', 'findings.sarif', '--task', 'left-1'], {}],
];

/** What `findings.jsonl` holds, about a plan, which needs no commit to be fixed; the last says the same as the first. */
export const findingLines = ['One', 'Two', 'Three', 'one.']
  .map(text => `${JSON.stringify({ severity: 'low', path: 'README.md', text, mode: 'planning' })}\n`)
  .join('');
