import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import * as z from 'zod';
import { LaneTestRepository } from '../../test/support/laneTestRepository.js';
import { tokenSamples } from '../../test/support/secretSamples.js';
import { agent, otherAgent, person } from '../../test/support/testRepository.js';
import type { Actor } from '../domain/actor/actor.js';
import { isRefusal } from '../domain/refusal/refusal.js';
import { say } from '../messages/say.js';
import { maskValuesOf } from '../platform/redact.js';
import { isNameField } from '../platform/withoutSecrets.js';
import { catalogue, findOperation } from './catalogue.js';
import { invoke } from './invoke.js';

const secretValue = 'Tr0ub4dor-and-3-horses';
const tokens = Object.values(tokenSamples);

/** Fields that name something that is there, hold a number or a path, or, at the end, are not stored or need a program. */
const names = [
  'blocker.resolve blocker',
  'control.start agents',
  'control.start confirm',
  'control.start until',
  'decision.record decision',
  'finding.record line',
  'lane.rescuePrune olderThan',
  'lane.rescueRestore rescue',
  'message.acknowledge message',
  'queue.add assignee',
  'queue.add parent',
  'queue.edit assignee',
  'queue.edit parent',
  'queue.next assignee',
  'report.acknowledge report',
  'retro.write week',
  'review.record subject',
  'review.requestChanges subject',
  'review.start subject',
  'review.submit seen',
  'review.submit subject',
  'run.evidence hypothesis',
  'run.resolve hypothesis',
  'slice.close decision',
  'task.reap olderThan',
  'task.start slug',
  'worker.restore rescue',
];
// A test or command with a secret is refused. Words to an agent need one that runs: see agentSessions.spec.ts.
const unplanted = [
  ...names,
  'agent.say text',
  'agent.start command',
  'evidence.receipt command',
  'slice.start test',
  'worker.run command',
  'worker.start command',
].sort();

let repo: LaneTestRepository;
let planted: Set<string>;
let turn: number;

beforeEach(() => {
  repo = new LaneTestRepository();
  planted = new Set();
  turn = 0;
  maskValuesOf({ X_API_KEY: secretValue, POSTGRES_PASSWORD: 'postgres', TOKEN: '1' });
});

afterEach(async () => {
  maskValuesOf({});
  await repo.close();
});

/** Words with the next token and the value of the variable, as they are and in base64. */
function secret(words = 'It says'): string {
  const token = tokens[turn % tokens.length] ?? '';
  turn += 1;
  return `${words} ${token} ${secretValue} ${Buffer.from(`ann:${secretValue}`).toString('base64')}`;
}

/** Runs an operation that must not be refused, and notes which of its fields have a secret. */
async function run(name: string, input: Record<string, unknown>, actor: Actor = agent): Promise<Record<string, never>> {
  const operation = findOperation(name);
  if (operation === undefined) throw new Error(`${name} does not exist.`);
  for (const [field, value] of Object.entries(input)) {
    if (JSON.stringify(value).includes(secretValue)) planted.add(`${name} ${field}`);
  }
  const answer = await invoke(operation, repo.context(actor), input);
  if (isRefusal(answer))
    throw new Error(`${name}: ${say(answer.message)} ${say(answer.hint ?? '')} ${JSON.stringify(answer.details)}`);
  return answer as Record<string, never>;
}

/** Every byte below a folder, by file. */
function stored(folder: string): [file: string, bytes: string][] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(file => join(folder, file))
    .filter(file => statSync(file).isFile())
    .map(file => [file, readFileSync(file, 'latin1')]);
}

/** Which secrets are in which files, with the words around them. */
function leaks(): string[] {
  const encoded = [0, 1, 2].map(offset =>
    Buffer.from(`${'ann:'.slice(0, offset)}${secretValue}`)
      .toString('base64')
      .slice(4, -4),
  );
  return stored(join(repo.directory, 'store')).flatMap(([file, bytes]) =>
    [...tokens, secretValue, ...encoded].flatMap(found => {
      const at = bytes.indexOf(found);
      return at < 0 ? [] : [`${file}: ${bytes.slice(Math.max(0, at - 80), at).replace(/[^ -~]/g, '?')}`];
    }),
  );
}

/** Fields of writing operations that take text, and are not names. */
function textFields(): string[] {
  return catalogue.flatMap(operation => {
    if (operation.effect === 'read') return [];
    const { properties } = z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' });
    return Object.entries(properties ?? {}).flatMap(([field, schema]) => {
      const text = JSON.stringify(schema);
      const takesText = (text.includes('"type":"string"') && !text.includes('"enum"')) || !text.includes('"type"');
      return takesText && !isNameField(field) ? [`${operation.name} ${field}`] : [];
    });
  });
}

it('stores no password of a blocker that only follows its name', async () => {
  await run('task.start', { objective: 'Limits', ref: 'two-1', here: true });
  const { blocker } = await run('blocker.add', { description: 'Staging is down, password=hunter22x', task: 'two-1' });
  expect(blocker).toMatchObject({ description: 'Staging is down, password=[redacted]' });
  await run('blocker.resolve', { blocker: 'B-1', resolution: 'Log in with --password hunter22x' });
  expect(stored(join(repo.directory, 'store')).filter(([, bytes]) => bytes.includes('hunter22x'))).toEqual([]);
});

it('stores no secret of any text that a writing operation takes', async () => {
  await queue();
  await task();
  await findings();
  await runs();
  await lanes();
  await endOfTask();
  expect(leaks()).toEqual([]);
  expect(turn).toBeGreaterThan(tokens.length);
  expect(
    textFields()
      .filter(field => !planted.has(field))
      .sort(),
  ).toEqual(unplanted);
});

async function runs(): Promise<void> {
  await run('run.start', { request: secret() });
  await run('run.hypothesize', { text: secret() });
  await run('run.evidence', { text: secret(), hypothesis: 'H001' });
  await run('run.command', { command: secret('curl'), status: 'fail' });
  const lesson = { kind: 'doc-gap', repoAction: 'none' };
  await run('run.learn', { ...lesson, summary: secret(), reason: secret() });
  await run('run.resolve', { hypothesis: 'H001', status: 'accepted', note: secret() });
  const end = { summary: secret(), verification: [secret()], risk: [secret()], allowOpen: secret() };
  await run('run.hypothesize', { text: secret() });
  await run('run.close', end);
  const files = stored(join(repo.repository, '.agents'));
  expect(files.length).toBe(9);
  expect(files.filter(([, bytes]) => [...tokens, secretValue].some(one => bytes.includes(one)))).toEqual([]);
}

async function queue(): Promise<void> {
  await run('queue.add', {
    title: secret(),
    payload: { [secret('key')]: secret(), list: [secret()] },
    notes: secret(),
  });
  await run('queue.add', { title: 'Asked', question: secret() });
  await run('queue.import', {
    jsonl: `${JSON.stringify({ title: secret(), payload: { text: `a\n${secret('')}` } })}\n`,
  });
  await run('queue.claim', { id: 'W-1' });
  await run('queue.annotate', { id: 'W-1', patch: { branch: secret(), text: secret() } });
  await run('queue.ask', {
    id: 'W-1',
    question: secret(),
    choices: [secret(), 'Neither'],
    recommended: secret(),
    ifNoAnswer: { after: '2h', take: secret() },
  });
  await run('queue.advance', { id: 'W-1', answer: secret(), other: true }, person);
  await run('queue.claim', { id: 'W-1' });
  await run('queue.release', { id: 'W-1', notes: secret() });
  await run('queue.edit', { id: 'W-1', title: secret(), notes: secret(), payload: { text: secret() } });
  await run('queue.edit', { id: 'W-1', addNotes: secret() });
  await run('queue.claim', { id: 'W-1' });
  await run('task.handOver', { id: 'W-1', done: secret(), next: secret(), open: secret() });
  await run('queue.claim', { id: 'W-1' });
  await run('queue.resolve', { id: 'W-1', status: 'failed', notes: secret() });
  await run('queue.reopen', { id: 'W-1', reason: secret() });
  await run('events.append', { type: 'deploy_started', payload: { text: secret(), url: `https://ann:hunter22@host` } });
}

async function task(): Promise<void> {
  repo.write('limits.md', `# Limits ${tokens[0]}\n\n## Steps\n\n- [ ] Count {#count}\n- [ ] Refuse {#refuse}\n`);
  repo.commit('Plan');
  await run('task.start', { objective: secret(), ref: 'two-1', slug: 'two', here: true, new: true });
  await run('task.update', { task: 'two-1', revision: 1, objective: secret(), focus: secret() });
  await run('decision.record', { decision: 'ada_choice_two-1_one_bucket', rationale: secret(), task: 'two-1' });
  await run('blocker.add', { description: secret(), task: 'two-1' });
  await run('blocker.resolve', { blocker: 'B-1', resolution: secret() });
  await run('action.add', { text: secret(), task: 'two-1' });
  await run('action.update', { id: 'A-1', text: secret() });
  await run('action.complete', { id: 'A-1', note: secret() });
  await run('action.add', { text: secret(), task: 'two-1' });
  await run('action.skip', { id: 'A-2', note: secret() });
  await run('compaction.record', {
    summary: { done: [secret()] },
    residual: secret(),
    turnRange: `1 ${secretValue}`,
    task: 'two-1',
  });
  const said = secret();
  await run('slice.start', { title: secret(), task: 'two-1' });
  repo.write('src/a.ts', 'export {};\n');
  await run('slice.commit', { message: secret(), untracked: true, task: 'two-1' });
  await run('evidence.run', { command: ['sh', '-c', `echo ${said}`], task: 'two-1' });
  await run('evidence.record', {
    command: secret(),
    result: secret(),
    exitCode: 0,
    log: `all\n${secret()}\n`,
    task: 'two-1',
  });

  const sections = ['Changes', 'Verification', 'Schema / Contract Changes', 'Open Threads'];
  await run('slice.start', { title: 'Plain', test: 'true', task: 'two-1' });
  repo.write('src/b.ts', 'export {};\n');
  await run('slice.commit', { message: 'Plain', untracked: true, slice: 'S-2', task: 'two-1' });
  await run('evidence.run', { command: ['true'], slice: 'S-2', task: 'two-1' });
  await run('slice.close', {
    slice: 'S-2',
    rationale: sections.map(title => `## ${title}\n${secret()}\n`).join(''),
    task: 'two-1',
  });
  await run('plan.register', { plan: 'limits.md', task: 'two-1' });
  await run('plan.attest', { item: 'count', note: secret(), plan: 'limits.md', task: 'two-1' }, person);
  await run('plan.dispatch', { item: 'refuse', summary: secret(), task: 'two-1' });
  await run('plan.move', { item: 'refuse', state: 'skipped', summary: secret(), task: 'two-1' });
  await run('review.start', { subject: 'limits.md', task: 'two-1' }, otherAgent);
  await run('review.record', { run: 'V-1', verdict: 'pass', summary: secret() }, otherAgent);
  await run(
    'review.submit',
    {
      subject: 'limits.md',
      verdict: 'fail',
      summary: secret(),
      task: 'two-1',
      findings: [{ severity: 'low', path: 'limits.md', text: secret() }],
    },
    otherAgent,
  );
  await run('review.requestChanges', { subject: 'limits.md', comment: secret() }, otherAgent);
}

async function findings(): Promise<void> {
  const place = { severity: 'low', path: 'README.md', repository: true, mode: 'planning' };
  await run('finding.record', {
    ...place,
    line: '1',
    text: secret(),
    fix: secret(),
    rule: secret(),
    tool: 'lint',
    repro: secret(),
  });
  await run('finding.recordMany', {
    repository: true,
    findings: [{ severity: 'low', path: 'README.md', mode: 'planning', text: secret(), fix: secret() }],
  });
  for (const text of ['Two', 'Three', 'Four', 'Five'].map(secret)) await run('finding.record', { ...place, text });
  await run('finding.reply', { id: 'F-1', text: secret() });
  await run('finding.fix', { ids: ['F-1'], commit: 'HEAD', note: secret() });
  await run('finding.integrate', { ids: ['F-1'], into: 'feature/two-1-two', note: secret() });
  await run('finding.wontfix', { ids: ['F-2'], note: secret() });
  await run('finding.defer', { ids: ['F-3'], note: secret() });
  await run('finding.reopen', { ids: ['F-3'], reason: secret() });
  await run('finding.supersede', { ids: ['F-4'], by: 'F-3', note: secret() });
  const result = { ruleId: 'r', level: 'error', message: { text: secret() } };
  const physicalLocation = { artifactLocation: { uri: 'README.md' }, region: { startLine: 1 } };
  const results = [{ ...result, locations: [{ physicalLocation }] }];
  const report = JSON.stringify({ version: '2.1.0', runs: [{ tool: { driver: { name: 'lint' } }, results }] });
  await run('finding.import', { report, repository: true });
  await run('finding.workItem', { id: 'F-3' });
}

async function lanes(): Promise<void> {
  await run('worker.spawn', {
    lane: 'one',
    description: secret(),
    owns: ['src/**'],
    from: 'main',
    noFetch: true,
    new: true,
  });
  await run('lane.update', { lane: 'one', description: secret() });
  await run('message.send', { kind: 'note', to: 'ben', lane: 'one', subject: secret(), text: secret() });
  await run('message.send', { kind: 'note', to: 'ben', lane: 'one', subject: secret(), body: secret() });
  await run('message.send', { kind: 'note', to: 'ben', lane: 'one', text: 'See', data: { [secret('key')]: secret() } });
  await run('message.send', {
    kind: 'brief',
    to: 'ben',
    lane: 'one',
    reason: secret(),
    actions: [secret()],
    artifacts: [secret()],
  });
  await run('report.submit', {
    outcome: 'blocked',
    summary: secret(),
    lane: 'one',
    tests: [secret()],
    blockers: [secret()],
  });
  await run('worker.start', { lane: 'one' });
  repo.place = `${repo.repository}.worktrees/one`;
  repo.write('../repository.worktrees/one/src/b.ts', 'export {};\n');
  await run('worker.commit', { message: secret() });
  repo.place = repo.repository;
  await run('worker.done', { lane: 'one' });
  await run('worker.requestChanges', { lane: 'one', message: secret() }, person);
  await run('worker.done', { lane: 'one' });
  await run('worker.approve', { lane: 'one' }, person);
  await run('worker.merge', { lane: 'one', message: secret() }, person);
  await run('worker.spawn', { lane: 'two', from: 'main', noFetch: true });
  await run('worker.start', { lane: 'two' });
  await run('worker.fail', { lane: 'two', reason: secret() });
  await run('worker.cancel', { lane: 'two', reason: secret() }, person);
  await run('worker.spawn', { lane: 'three', from: 'main', noFetch: true });
  await run('lane.close', { lane: 'three', reason: 'abandoned', note: secret() }, person);
  repo.git('worktree', 'add', '-q', '-b', 'four', `${repo.repository}-four`);
  await run('lane.adopt', { path: `${repo.repository}-four`, description: secret(), name: 'four' }, person);
}

async function endOfTask(): Promise<void> {
  await run('task.scope', {
    title: secret(),
    objective: secret(),
    slices: [secret(), secret()],
    questions: [secret()],
    id: 'scoped',
  });
  const { content } = await run('task.export', { task: 'two-1' });
  const portable = JSON.stringify(content).replaceAll('It says', secret());
  await run('task.import', { content: portable, replace: true }, person);
  repo.git('checkout', '-q', 'main');
  await run('task.start', { objective: 'Light', ref: 'light-1', light: true });
  await run('evidence.run', { command: ['true'], task: 'light-1' });
  await run('task.finish', { task: 'light-1', note: secret() });
  await run('task.archive', { task: 'light-1', note: secret() });
  const tip = repo.git('rev-parse', 'HEAD');
  const input = `refs/heads/main ${tip} refs/heads/main ${'0'.repeat(40)} ${secret()}\n`;
  await run('hooks.run', { hook: 'pre-push', input, override: secret() }, person);
}

it('refuses a name with a token in it, and stores nothing of it', async () => {
  const [token = ''] = tokens;
  await run('queue.add', { title: 'Before' });
  const operation = findOperation('queue.add');
  if (operation === undefined) throw new Error('queue does not exist.add.');
  const refusal = await invoke(operation, repo.context(), { title: 'Login', id: token });
  expect(refusal).toMatchObject({
    code: 'invalid_input',
    message: 'The field key contains what looks like a secret, so nothing was stored.',
  });
  expect(leaks()).toEqual([]);
  expect(await run('queue.list', {})).toMatchObject({ items: [{ title: 'Before' }] });
});

it('masks by value neither names nor what can be any word', async () => {
  const labels = [secretValue.toLowerCase(), 'postgres'];
  await run('queue.add', { title: 'Move to postgres in 1 step', id: secretValue, labels });
  expect(await run('queue.show', { id: secretValue })).toMatchObject({
    item: { key: secretValue, title: 'Move to postgres in 1 step', labels },
  });
});
