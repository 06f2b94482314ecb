import { answer, git, writeIn } from '../cliRig.js';
import { makeLaneRepository, spawnLane } from '../laneRig.js';
import { type Connection, connect } from '../mcpRig.js';
import type { Programs } from './installedVersion010.js';

type Calls = readonly (readonly [tool: string, input: Record<string, unknown>])[];

/** W-1 to W-7: a work item in each state and section. */
const workItems: Calls = [
  ['work_items', { action: 'add', title: 'Pending', id: 'first', kind: 'bug', labels: ['ci'], payload: { a: [1] } }],
  ['work_items', { action: 'add', title: 'Claimed', priority: 0, due: '2031-01-02T03:04:05.000Z' }],
  ['work_items', { action: 'add', title: 'Asks', question: 'Which color?' }],
  ['work_items', { action: 'add', title: 'Done “été”', notes: 'first notes' }],
  ['work_items', { action: 'add', title: 'Failed' }],
  ['work_items', { action: 'add', title: 'Blocked', dependsOn: ['first'] }],
  ['work_items', { action: 'add', title: 'Later', notBefore: '2031-01-01T00:00:00.000Z' }],
  ['work_items', { action: 'claim', id: 'W-2', lease: '8h' }],
  ['work_items', { action: 'annotate', id: 'W-2', patch: { step: 2 } }],
  ['work_items', { action: 'claim', id: 'W-4' }],
  ['work_items', { action: 'resolve', id: 'W-4', status: 'done', notes: 'all of it' }],
  ['work_items', { action: 'claim', id: 'W-5' }],
  ['work_items', { action: 'resolve', id: 'W-5', status: 'failed', notes: 'no access' }],
];

/** T-1, with what a task has of its own. */
const handoff: Calls = [
  ['switch_task', { action: 'start', objective: 'Limit the rate', ref: 'limit-1', here: true }],
  ['set_handoff_state', { action: 'update', focus: 'The second client', revision: 1 }],
  ['record_event', { action: 'decision', decision: 'ada_choice_limit-1_one_bucket', rationale: 'It is simpler' }],
  ['record_event', { action: 'blocker', description: 'No database' }],
  ['record_event', { action: 'touched_files', files: ['src/limit.ts'] }],
  ['next_actions', { action: 'add', text: 'Test two clients' }],
  ['slices', { action: 'start', title: 'Count' }],
  ['record_event', { action: 'test_result', command: 'npm test', passed: false }],
  ['evidence', { command: ['true'] }],
  ['review_findings', { action: 'record', severity: 'high', path: 'README.md', line: '1', text: 'Says too little' }],
  ['review_findings', { action: 'record', severity: 'low', path: 'README.md', text: 'A typo' }],
  ['review_findings', { action: 'defer', ids: ['F-2'], note: 'later' }],
  ['plans', { action: 'register', plan: 'limits.md' }],
  ['plans', { action: 'analyse', plan: 'limits.md' }],
  ['compaction', { action: 'record', summary: { done: ['All'], next: ['Rest'] } }],
  ['review_runs', { action: 'start', subject: 'limits.md' }],
  ['review_runs', { action: 'record', run: 'V-1', verdict: 'conditional_pass' }],
  ['events', { action: 'append', type: 'deployed', payload: { to: 'x' } }],
];

const talk: Calls = [
  ['lane_communication', { action: 'send', to: 'open', reason: 'Too many logins', text: 'Limit them' }],
  ['lane_communication', { action: 'send', to: 'person', kind: 'question', lane: 'open', text: 'May I?' }],
  ['lane_communication', { action: 'send', to: 'all', text: 'A long word. '.repeat(2000) }],
  ['worker_reports', { action: 'submit', outcome: 'blocked', summary: 'No key', lane: 'open' }],
];

/**
 * A repository whose store one version has made: the work items, a task, the lanes L-1 `open`, L-2 `merged` and L-3
 * `cancelled` with its backup, messages, a report, and a checkpoint in between.
 */
export async function makeStore({ cli, mcp }: Programs): Promise<string> {
  const repository = makeLaneRepository();
  writeIn(repository, '.stateroom/config.json', '{"lane":{"agentsMayReview":true}}\n');
  writeIn(repository, 'README.md', 'A repository.\n');
  writeIn(repository, 'limits.md', '# Limits\n\n## Steps\n\n- [ ] Count {#count}\n');
  git(repository, 'add', '.');
  git(repository, 'commit', '-q', '-m', 'Agree');
  git(repository, 'push', '-q', 'origin', 'main');
  const server = await connect({ cwd: repository, actor: 'ada', program: [mcp], args: ['--tools', 'all'] });
  await callAll(server, workItems);
  await makeLanes(repository, cli);
  await answer(['store', 'compact'], { cwd: repository, actor: 'ada', program: cli });
  await callAll(server, talk);
  const open = `${repository}.worktrees/open`;
  await answer(['message', 'acknowledge', 'M-1'], { cwd: open, actor: 'bob', program: cli });
  await callAll(server, handoff);
  await server.close();
  return repository;
}

async function callAll(server: Connection, calls: Calls): Promise<void> {
  for (const [tool, input] of calls) {
    const { isError, text } = await server.call(tool, input);
    if (isError) throw new Error(`${tool} ${JSON.stringify(input)}: ${text}`);
  }
}

async function makeLanes(repository: string, program: string): Promise<void> {
  const spawn = (lane: string, ...words: string[]) =>
    spawnLane(repository, lane, ['--no-fetch', ...words], { actor: 'ada', program });
  // Agents are distinguished by their sessions.
  const worker = (actor: string, ...words: string[]) =>
    answer(['worker', ...words], { cwd: repository, actor, program, env: { CODEX_SESSION_ID: actor } });
  await spawn('open', '--owns', 'src/**', '--description', 'Limit');
  const merged = await spawn('merged');
  await worker('cleo', 'start', 'merged');
  writeIn(merged.worktreePath, 'src/merged.ts', 'export {};\n');
  git(merged.worktreePath, 'add', '.');
  git(merged.worktreePath, 'commit', '-q', '-m', 'Merge me');
  await worker('cleo', 'done', 'merged');
  await worker('rita', 'approve', 'merged');
  await worker('rita', 'merge', 'merged');
  const cancelled = await spawn('cancelled');
  writeIn(cancelled.worktreePath, 'half.txt', 'Half of it.\n');
  // Not copied into git.
  writeIn(cancelled.worktreePath, '.env', 'TOKEN=1234\n');
  await worker('rita', 'cancel', 'cancelled', '--reason', 'Not now');
}
