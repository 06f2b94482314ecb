/** One call of an agent, and words that its answer must contain. */
export interface Turn {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly says: string;
}

const turn = (tool: string, args: Readonly<Record<string, unknown>>, says: string): Turn => ({ tool, args, says });

const more = (tool: string, action: string, options: Readonly<Record<string, unknown>>, says: string): Turn =>
  turn('more', { tool, action, options }, says);

const rationale = ['## Changes', '## Verification', '## Schema / Contract Changes', '## Open Threads']
  .map(heading => `${heading}\nNone`)
  .join('\n');

/** By command, since each agent has its own tool to write files with. */
const write = (path: string, text: string): Turn =>
  turn('evidence', { command: [`mkdir -p "$(dirname ${path})" && printf '${text}\\n' > ${path}`] }, 'passed');

const queue = (action: string, args: Readonly<Record<string, unknown>>, says: string): Turn =>
  turn('work_items', { action, ...args }, says);

const queueTurns: readonly Turn[] = [
  queue('status', {}, 'needs_you'),
  queue('add', { title: 'First', id: 'first' }, 'W-1'),
  queue('add', { title: 'Second' }, 'W-2'),
  queue('list', {}, 'First'),
  queue('ready', {}, 'Second'),
  queue('show', { id: 'first' }, 'W-1'),
  queue('claim', { id: 'W-1' }, 'in_flight'),
  queue('heartbeat', { id: 'W-1' }, 'W-1'),
  queue('release', { id: 'W-1' }, 'pending'),
  queue('edit', { id: 'W-1', title: 'The first' }, 'The first'),
  queue('reprioritise', { id: 'W-2', priority: 0 }, 'W-2'),
  queue('depend', { id: 'W-1', dependsOn: ['W-2'] }, 'W-2'),
  queue('undepend', { id: 'W-1', dependsOn: ['W-2'] }, 'W-1'),
  queue('next', {}, 'Second'),
  queue('annotate', { id: 'W-2', patch: { seen: 'README.md' } }, 'README.md'),
  queue('ask', { id: 'W-2', question: 'May I?' }, 'waiting_human'),
  queue('claim', { id: 'W-1' }, 'in_flight'),
  queue('resolve', { id: 'W-1', status: 'done' }, 'done'),
  queue('reopen', { id: 'W-1', reason: 'Not done' }, 'pending'),
  more('work_items', 'replay', {}, 'The first'),
];

const state = (action: string, args: Readonly<Record<string, unknown>>, says: string): Turn =>
  turn('get_handoff_state', { action, ...args }, says);
const record = (kind: string, action: string, args: Readonly<Record<string, unknown>>, says: string): Turn =>
  turn('task_records', { kind, action, ...args }, says);

const taskTurns: readonly Turn[] = [
  turn('load_session', {}, 'No task is active here'),
  turn('switch_task', { action: 'start', objective: 'Limit the rate', ref: 'rate-1', here: true }, 'feature/rate-1'),
  turn('switch_task', { action: 'switch', task: 'T-1' }, 'T-1'),
  turn('set_handoff_state', { action: 'update', focus: 'Tests' }, 'Tests'),
  record('decision', 'add', { decision: 'ada_choice_rate-1_one_bucket', rationale: 'It is simpler' }, 'one_bucket'),
  record('decision', 'validate', { decision: 'ada_choice_rate-1_one_bucket' }, 'valid'),
  record('blocker', 'add', { options: { description: 'No database' } }, 'B-1'),
  record('blocker', 'resolve', { options: { blocker: 'B-1' } }, 'resolved'),
  record('touched_files', 'add', { options: { files: [{ path: 'README.md' }] } }, '1'),
  record('test_result', 'add', { options: { command: 'npm test', passed: false } }, 'E-1'),
  record('action', 'add', { text: 'Ship' }, 'A-1'),
  record('action', 'add', { text: 'Tell' }, 'A-2'),
  record('action', 'update', { id: 'A-1', options: { priority: 10 } }, '10'),
  record('action', 'complete', { id: 'A-1' }, 'done'),
  record('action', 'skip', { id: 'A-2' }, 'skipped'),
  record('action', 'list', {}, 'Ship'),
  more('compaction', 'record', { summary: { done: ['All'], next: ['Rest'] } }, 'C-rate-1-0001'),
  more('compaction', 'latest', {}, 'All'),
  more('compaction', 'packet', {}, 'rate-1'),
  more('compaction', 'settings', { disabled: true }, 'false'),
];

const plan = (action: string, args: Readonly<Record<string, unknown>>, says: string): Turn =>
  more('plans', action, args, says);
const review = (action: string, args: Readonly<Record<string, unknown>>, says: string): Turn =>
  turn('review_runs', { action, ...args }, says);

const planTurns: readonly Turn[] = [
  plan('register', { plan: 'limits.md' }, 'registered'),
  plan('analyse', { plan: 'limits.md' }, 'analysed'),
  review('start', { subject: 'limits.md' }, 'V-1'),
  review('record', { verdict: 'pass', options: { run: 'V-1' } }, 'pass'),
  plan('accept', { plan: 'limits.md' }, 'accepted'),
  plan('dispatch', { item: 'count' }, 'dispatched'),
  plan('move', { item: 'count', state: 'skipped' }, 'skipped'),
  review('list', {}, 'V-1'),
  review('coverage', {}, 'reviewers'),
  review('request_changes', { subject: 'limits.md', comment: 'Name the unit' }, 'V-2'),
];

const slice = (action: string, args: Readonly<Record<string, unknown>>, says: string): Turn =>
  turn('slices', { action, ...args }, says);
const finding = (action: string, args: Readonly<Record<string, unknown>>, says: string): Turn =>
  turn('review_findings', { action, ...args }, says);
const remarks = JSON.stringify({
  version: '2.1.0',
  runs: [
    {
      tool: { driver: { name: 'counter' } },
      results: [
        {
          ruleId: 'unit',
          level: 'note',
          message: { text: 'Unit is unknown' },
          locations: [{ physicalLocation: { artifactLocation: { uri: 'src/rate.txt' }, region: { startLine: 1 } } }],
        },
      ],
    },
  ],
});
const remark = { severity: 'low', path: 'src/rate.txt', line: '1' };

const sliceTurns: readonly Turn[] = [
  slice('start', { title: 'Count', test: 'grep -q count src/rate.txt' }, 'S-1'),
  write('src/rate.txt', 'count'),
  slice('commit', { options: { message: 'Count', untracked: true } }, 'committed'),
  finding('record', { ...remark, text: 'No unit', options: { repro: 'grep -q unit src/rate.txt' } }, 'F-1'),
  finding('batch_record', { findings: ['Two', 'Three', 'Four', 'Five'].map(text => ({ ...remark, text })) }, 'F-5'),
  finding('list', {}, 'F-5'),
  finding('show', { id: 'F-1' }, 'No unit'),
  more('review_findings', 'locate', { ids: ['F-1'] }, 'src/rate.txt'),
  finding('reply', { id: 'F-1', text: 'Which one?' }, 'Which one?'),
  write('src/rate.txt', 'count unit'),
  slice('commit', { options: { message: 'Name the unit' } }, 'committed'),
  turn('evidence', { command: ['grep -q count src/rate.txt'] }, 'passed'),
  finding('fix', { ids: ['F-1'], commit: 'HEAD' }, 'fixed'),
  slice('prove', { id: 'F-1' }, 'proven'),
  finding('wontfix', { ids: ['F-2'], note: 'As meant' }, 'wontfix'),
  finding('defer', { ids: ['F-3'], note: 'Later' }, 'deferred'),
  finding('reopen', { ids: ['F-2'], reason: 'It is not' }, 'open'),
  more('review_findings', 'supersede', { ids: ['F-2'], by: 'F-4' }, 'superseded'),
  more('review_findings', 'integrate', { ids: ['F-1'], into: 'main' }, 'Refused ('),
  finding('work_item', { id: 'F-4' }, 'W-4'),
  more('review_findings', 'merge', { from: 'rate-1' }, 'cannot be merged into itself'),
  finding('import', { options: { report: remarks } }, 'F-6'),
  slice('tick', {}, 'limits.md'),
  turn('close_slice', { rationale }, 'closed'),
  turn('integrity_check', {}, 'open_low_finding'),
];

const readTurns: readonly Turn[] = [
  state('show', {}, 'rate-1'),
  state('tasks', {}, 'Limit the rate'),
  state('decisions', {}, 'one_bucket'),
  state('blockers', {}, 'No database'),
  state('touched_files', {}, 'README.md'),
  state('slices', {}, 'S-1'),
  more('get_handoff_state', 'slice_packet', {}, 'S-1'),
  state('evidence', {}, 'E-1'),
  state('evidence_show', { id: 'E-1' }, 'npm test'),
  state('plans', {}, 'limits.md'),
  state('plan_show', { id: 'limits.md' }, 'Refuse'),
  more('get_handoff_state', 'plan_cursors', {}, 'count'),
  turn('events', { action: 'append', options: { type: 'deploy_started', payload: { to: 'test' } } }, 'deploy_started'),
  turn('events', { action: 'tail' }, 'deploy_started'),
  turn('events', { action: 'since', options: { after: 0 } }, 'work_item_created'),
  turn('events', { action: 'between', from: '-1h', to: '+1h' }, 'work_item_created'),
  turn('events', { action: 'search', options: { query: 'kind:decision bucket' } }, 'one_bucket'),
  turn('events', { action: 'dashboard' }, 'upNext'),
  turn('events', { action: 'doctor' }, 'environment'),
];

const lane = (action: string, args: Readonly<Record<string, unknown>>, says: string): Turn =>
  turn('dispatch_lane_work', { action, ...args }, says);

const run = (action: string, args: Readonly<Record<string, unknown>>, says: string): Turn =>
  more('runs', action, args, says);

const runTurns: readonly Turn[] = [
  run('start', { request: 'Why is the count slow?' }, 'R-1'),
  run('hypothesis', { text: 'It counts twice' }, 'H001'),
  run('evidence', { text: 'It counts once', hypothesis: 'H001' }, 'E001'),
  run('command', { command: 'npm test', status: 'pass' }, 'C001'),
  run('learning', { summary: 'No test counts', kind: 'test-gap', repoAction: 'none', reason: 'It is one now' }, 'L001'),
  run('learnings', {}, 'No test counts'),
  run('status', {}, 'H001'),
  run('list', {}, 'R-1'),
  run('show', { run: 'R-1' }, 'It counts twice'),
  run('close', { summary: 'Too early' }, 'Refused ('),
  run('resolve', { hypothesis: 'H001', status: 'rejected', note: 'Once' }, 'rejected'),
  run('close', { summary: 'It counts once' }, 'closed'),
  run('export', { run: 'R-1' }, 'It counts once'),
  run('reopen', { run: 'R-1' }, 'R-1'),
];

const laneTurns: readonly Turn[] = [
  lane('spawn', { lane: 'quick', description: 'Be quick', from: 'main', owns: ['quick/**'] }, 'L-1'),
  lane('status', {}, 'quick'),
  lane('show', { lane: 'quick' }, 'L-1'),
  lane('start', { lane: 'quick' }, 'WORKING'),
  lane('heartbeat', { lane: 'quick' }, 'WORKING'),
  lane('commit', { message: 'Be quick' }, 'Refused ('),
  lane('push', { lane: 'quick' }, 'no remote named origin'),
  lane('done', { lane: 'quick' }, 'nothing to submit'),
  more('dispatch_lane_work', 'repair_merge', { lane: 'quick' }, 'L-1'),
  more('dispatch_lane_work', 'approve', { lane: 'quick' }, 'Only a person can do this'),
  more('dispatch_lane_work', 'request_changes', { lane: 'quick', message: 'Shorter' }, 'Only a person can do this'),
  more('dispatch_lane_work', 'propose', { lane: 'quick' }, 'Only a person can do this'),
  more('dispatch_lane_work', 'merge', { lane: 'quick' }, 'Only a person can do this'),
  lane('fail', { lane: 'quick', reason: 'No access' }, 'FAILED'),
  more('dispatch_lane_work', 'retry', { lane: 'quick' }, 'Only a person can do this'),
  more('dispatch_lane_work', 'cancel', { lane: 'quick', reason: 'Not now' }, 'Only a person can do this'),
  more('dispatch_lane_work', 'restore', { lane: 'quick' }, 'Only a person can do this'),
];

const endTurns: readonly Turn[] = [
  turn('set_handoff_state', { action: 'finish' }, 'was not finished'),
  more('archive', 'archive', { task: 'rate-1' }, 'is archived'),
  more('archive', 'restore', { task: 'rate-1' }, 'T-1 in_progress'),
  more('archive', 'gc', {}, 'removed'),
  more('archive', 'reap', {}, 'tasks'),
  more('archive', 'retro', { from: '2026-01-01' }, '.stateroom/retros/2026-01-01'),
];

/** Every action of every tool that is listed, in a repository that has `planFile`. */
export const everyAction: readonly Turn[] = [
  ...queueTurns,
  ...taskTurns,
  ...planTurns,
  ...sliceTurns,
  ...readTurns,
  ...runTurns,
  ...laneTurns,
  ...endTurns,
];

export const planFile = {
  name: 'limits.md',
  text: '# Limits\n\n## Steps\n\n- [ ] Count {#count}\n- [ ] Refuse {#refuse}\n',
};
