import { expect, it } from 'vitest';
import { catalogue } from '../../src/operations/catalogue.js';
import { partsFor } from '../../src/surfaces/cli/operationGroups.js';
import { hostileCharacters } from '../support/hostileStrings.js';
import { runInMemory } from '../support/memoryHost.js';
import {
  cleanEnvironment,
  git,
  makeRepository,
  missingTerminal,
  programFile,
  run,
  runOnTerminal,
  writeIn,
} from './cliRig.js';

/** One of each kind of what a terminal acts on or no one sees: a cleared screen, a filled clipboard, turned text, tags. */
const harm =
  '\u001b[2J\u001b]52;c;Zm9v\u0007\u009b31m\u0085\u007f\u202etxt\u2066\u200b\u200e\u00ad\u2028\ufeff\u{e0041}\u{e0100}\r\tend';
/** Without controls, which names may not hold. */
const name = 'Eve\u202etxt\u2066\u200b\u200e\u00ad\u{e0041}end';
const line = (word: string): string => `${word} ${harm}`;
/** With a line that looks like an answer of the program. */
const lines = (word: string): string => `${line(word)}\nT-1 review-ready: ready\n${harm}`;

const plan = 'plans/limits.md';
const planText = `# ${line('Limits')}\n\n${line('Why')}\n\n## Acceptance\n\n- [ ] ${line('Count')} {#count}\n- [x] ${line('Refuse')} {#refuse}\n`;
const rationale = ['Changes', 'Verification', 'Schema / Contract Changes', 'Open Threads']
  .map(heading => `## ${heading}\n${line('x')}\n`)
  .join('');
const configuration = JSON.stringify({ lane: { setup: [`true ${harm}`], teardown: [`true ${harm}`] } });
/** All characters, in titles that are not too long. */
const titles = Array.from({ length: Math.ceil(hostileCharacters.length / 60) }, (_, index) =>
  JSON.stringify({ title: `All ${hostileCharacters.slice(index * 60, index * 60 + 60).join('.')}`, kind: 'all' }),
);

/** By whom, where it is not by Eve; or in the worktree of a lane. */
interface Otherwise {
  readonly actor?: string;
  readonly lane?: string;
  /** By someone at a terminal, as what agents may not do. */
  readonly byPerson?: true;
  readonly stdin?: string;
  readonly before?: (place: string) => void;
}
type Turn = readonly [operation: string, args: readonly string[], otherwise?: Otherwise];

const two = ['--task', 'two-1'] as const;
const named = `a${harm.replace(/[\t\r\u2028]/g, '')}.ts`;

/** A record of every kind with harm in all that can be given freely, and every command that reads; those that are not here are run by their first examples. */
const life: readonly Turn[] = [
  ['repository.init', ['init']],
  ['store.path', ['store', 'path']],
  ['queue.import', ['queue', 'add', '--from-file', 'items.jsonl']],
  ['queue.list', ['queue', 'list', '--limit', '50']],
  [
    'queue.add',
    [
      'queue',
      'add',
      line('First'),
      '--id',
      'first',
      '--payload',
      JSON.stringify({ [harm]: line('p') }),
      '--priority',
      '0',
    ],
  ],
  ['queue.claim', ['queue', 'claim', 'first', '--lease', '1h']],
  ['queue.annotate', ['queue', 'annotate', 'first', JSON.stringify({ [harm]: lines('n') })]],
  ['queue.ask', ['queue', 'ask', 'first', '--question', lines('May I?')]],
  ['queue.add', ['queue', 'add', line('Second'), '--id', 'second', '--notes', lines('Notes')]],
  ['queue.depend', ['queue', 'depend', 'second', 'first']],
  ['queue.list', ['queue', 'list']],
  ['queue.ready', ['queue', 'ready']],
  ['queue.show', ['queue', 'show', 'first']],
  ['queue.show', ['queue', 'show', 'second']],
  ['queue.replay', ['queue', 'replay']],
  ['queue.next', ['queue', 'next']],
  ['events.append', ['events', 'append', 'deployed', '--payload', JSON.stringify({ [harm]: line('p') })]],
  [
    'task.start',
    ['task', 'start', line('Two'), '--ref', 'two-1', '--here'],
    { before: place => void git(place, 'checkout', '-q', '--', '.') },
  ],
  ['task.update', ['task', 'update', ...two, '--focus', line('Tests')]],
  ['decision.record', ['decision', 'record', 'ada_choice_two-1_one', lines('Because'), ...two]],
  ['blocker.add', ['blocker', 'add', lines('No database'), ...two]],
  ['action.add', ['action', 'add', lines('Ship'), ...two]],
  ['touched.record', ['touched', 'record', named, ...two]],
  [
    'compaction.record',
    ['compaction', 'record', JSON.stringify({ done: [line('All')], next: [lines('Rest')] }), ...two],
  ],
  ['plan.register', ['plan', 'register', plan, ...two]],
  ['review.start', ['review', 'start', plan], { actor: 'rita' }],
  ['review.record', ['review', 'record', 'pass', '--run', 'V-1'], { actor: 'rita' }],
  ['review.submit', ['review', 'submit', 'fail', '--subject', plan, '--summary', lines('No unit')], { actor: name }],
  ['plan.attest', ['plan', 'attest', 'count', '--plan', plan, '--note', lines('Seen')], { byPerson: true }],
  ['plan.dispatch', ['plan', 'dispatch', 'refuse', ...two]],
  ['slice.start', ['slice', 'start', line('Write it'), ...two]],
  [
    'slice.commit',
    ['slice', 'commit', lines('Write'), '--untracked', ...two],
    { before: place => void writeIn(place, `b${named}`, '\n') },
  ],
  ['evidence.record', ['evidence', 'record', line('npm test'), '--exit-code', '1', '--result', lines('Bad'), ...two]],
  ['evidence.run', ['evidence', 'run', ...two, '--json', '--', 'printf', '%s\n', lines('printed')]],
  ['slice.packet', ['slice', 'packet', ...two]],
  [
    'finding.record',
    [
      'finding',
      'record',
      '--severity',
      'high',
      '--path',
      'README.md',
      '--line',
      '1',
      '--text',
      lines('Wrong'),
      '--repro',
      line('false'),
      '--fix',
      lines('So'),
      ...two,
    ],
  ],
  ['finding.record', ['finding', 'record', '--severity', 'low', '--path', named, '--text', line('Odd'), ...two]],
  ['finding.wontfix', ['finding', 'wontfix', 'F-2', '--note', lines('as meant')]],
  ['finding.list', ['finding', 'list', '--status', 'any']],
  ['finding.show', ['finding', 'show', 'F-1']],
  ['finding.show', ['finding', 'show', 'F-2']],
  ['finding.locate', ['finding', 'locate', 'F-1']],
  ['finding.export', ['finding', 'export', ...two]],
  ['slice.close', ['slice', 'close', '--rationale', 'rationale.md', ...two]],
  ['slice.list', ['slice', 'list', ...two]],
  ['run.start', ['run', 'start', lines('Why?'), '--name', 'hostile']],
  ['run.hypothesize', ['run', 'hypothesis', 'add', lines('It waits')]],
  ['run.evidence', ['run', 'evidence', 'add', lines('Two seconds'), '--hypothesis', 'H001']],
  ['run.command', ['run', 'command-log', 'add', lines('npm test'), '--status', 'pass']],
  [
    'run.learn',
    [
      ...['run', 'learning', 'add', '--kind', 'doc-gap', '--repo-action', 'none'],
      ...['--summary', lines('Nothing said so'), '--reason', lines('Known now')],
    ],
  ],
  ['run.resolve', ['run', 'hypothesis', 'resolve', 'H001', '--status', 'accepted', '--note', lines('Seen')]],
  ['run.show', ['run', 'show']],
  ['run.learnings', ['run', 'learning', 'review']],
  ['run.export', ['run', 'export']],
  ['run.import', ['run', 'import', '.agents/runs/hostile']],
  ['evidence.list', ['evidence', 'list']],
  ['evidence.show', ['evidence', 'show', 'E-1']],
  ['evidence.show', ['evidence', 'show', 'E-2']],
  ['decision.list', ['decision', 'list', ...two]],
  ['decision.validate', ['decision', 'validate', line('ada')]],
  ['blocker.list', ['blocker', 'list', ...two]],
  ['action.list', ['action', 'list', ...two]],
  ['touched.list', ['touched', 'list', ...two]],
  ['compaction.latest', ['compaction', 'latest', ...two]],
  ['compaction.packet', ['compaction', 'packet', ...two]],
  ['plan.analyse', ['plan', 'analyse', plan]],
  ['plan.show', ['plan', 'show', plan]],
  ['plan.list', ['plan', 'list']],
  ['plan.cursors', ['plan', 'cursors', ...two]],
  ['plan.sync', ['plan', 'sync', plan]],
  ['review.list', ['review', 'list', ...two]],
  ['review.coverage', ['review', 'coverage', 'two-1']],
  ['review.changes', ['review', 'changes', ...two]],
  ['task.show', ['task', 'show', 'two-1']],
  ['task.list', ['task', 'list']],
  ['task.context', ['context', ...two]],
  ['task.render', ['task', 'render']],
  ['task.export', ['task', 'export', 'two-1']],
  ['repository.now', ['now', ...two]],
  ['gate.check', ['gate', 'close-check', ...two]],
  ['gate.list', ['gates', ...two]],
  ['ritual.brief', ['ritual', 'brief', 'handoff-lifecycle']],
  ['ritual.brief', ['ritual', 'brief', 'branch-review']],
  ['hooks.install', ['hooks', 'install'], { byPerson: true }],
  ['hooks.status', ['hooks', 'status']],
  ['trust.show', ['trust', 'show']],
  [
    'worker.spawn',
    [
      'worker',
      'spawn',
      'lane-one',
      '--description',
      line('Live'),
      '--owns',
      'src/**',
      '--from',
      'main',
      '--no-fetch',
      '--no-setup',
    ],
  ],
  ['worker.start', ['worker', 'start', 'lane-one']],
  ['worker.run', ['worker', 'run', 'lane-one', '--json', '--', 'printf', '%s\n', lines('printed')]],
  ['worker.logs', ['worker', 'logs', 'lane-one']],
  [
    'worker.commit',
    ['worker', 'commit', lines('Live')],
    { lane: 'lane-one', before: place => void writeIn(place, `src/${named}`, 'export {};\n') },
  ],
  ['lane.changes', ['lane', 'changes', 'lane-one']],
  ['lane.commits', ['lane', 'commits', 'lane-one']],
  ['worker.spawn', ['worker', 'spawn', 'lane-two', '--no-fetch', '--no-setup']],
  [
    'worker.commit',
    ['worker', 'commit', 'Live'],
    // The path is the other lane's, which a person may commit all the same.
    {
      lane: 'lane-two',
      byPerson: true,
      before: place => void writeIn(place, `src/${named}`, 'export const two = 2;\n'),
    },
  ],
  ['lane.overlaps', ['lane', 'overlaps']],
  ['lane.mayEdit', ['lane', 'may-edit', `src/${named}`]],
  ['hooks.run', ['hooks', 'run', 'pre-push', '--input', '-'], { stdin: line('refs') }],
  ['message.send', ['message', 'send', lines('May I?'), '--kind', 'question', '--to', name, '--lane', 'lane-one']],
  ['message.list', ['message', 'list', '--as', name]],
  ['message.export', ['message', 'export']],
  [
    'report.submit',
    [
      'report',
      'submit',
      'blocked',
      lines('No key'),
      '--lane',
      'lane-one',
      '--blockers',
      line('Ask'),
      '--tests',
      line('npm test'),
    ],
  ],
  ['report.list', ['report', 'list', '--all']],
  ['worker.fail', ['worker', 'fail', lines('No access'), '--lane', 'lane-one']],
  ['lane.needsYou', ['lane', 'needs-you']],
  ['worker.status', ['worker', 'status']],
  ['worker.show', ['worker', 'show', 'lane-one']],
  ['lane.list', ['lane', 'list']],
  ['lane.show', ['lane', 'show', 'lane-one']],
  ['agent.show', ['agents', 'show', 'lane-one']],
  ['agent.transcript', ['transcript', 'lane-one']],
  ['agent.cost', ['cost', 'lane-one']],
  ['control.plan', ['control', 'plan']],
  ['control.why', ['control', 'why', 'W-1']],
  ['control.report', ['control', 'report']],
  ['lane.distance', ['lane', 'distance']],
  ['lane.adoptable', ['lane', 'adoptable']],
  ['lane.repair', ['lane', 'repair']],
  ['worker.cancel', ['worker', 'cancel', 'lane-one', '--reason', line('Not now')], { byPerson: true }],
  ['lane.lost', ['lost']],
  ['lane.bringBack', ['lost', 'bring-back', 'lane-one']],
  ['lane.rescues', ['lane', 'rescue', 'list', 'lane-one']],
  ['lane.rescue', ['lane', 'rescue', 'show', 'lane-one']],
  ['events.tail', ['events', 'tail', '--limit', '100']],
  ['events.tail', ['events', 'tail', '--follow']],
  ['events.since', ['events', 'since', '-1h']],
  ['events.between', ['events', 'between', '-1h', 'now', '--by', name]],
  ['message.list', ['message', 'list', '--as', name, '--follow']],
  ['worker.logs', ['worker', 'logs', 'lane-one', '--follow']],
  ['worker.status', ['worker', 'status', '--watch']],
  ['repository.status', ['status']],
  ['repository.dashboard', ['dashboard']],
  ['repository.trends', ['trends', '--days', '7']],
  ['retro.write', ['retro', 'weekly']],
  ['snapshot.show', ['snapshot']],
  ['repository.dashboard', ['dashboard', '--ascii']],
  ['repository.trendRows', ['trend-rows', 'open', '--age', 'day']],
  ['repository.search', ['search', 'first']],
  ['repository.doctor', ['doctor']],
  ['store.check', ['store', 'check']],
  ['store.query', ['store', 'query', `select title as "${harm}", title, payload from work_items`]],
];

/** What is wrong, and quoted in what is said about it. */
const mistakes: readonly (readonly string[])[] = [
  [line('queue')],
  ['queue', line('list')],
  ['queue', 'list', `--${harm}`],
  ['queue', 'list', '--status', line('open')],
  ['queue', 'list', '--cursor', line('1')],
  ['retro', '--week', line('1')],
  ['queue', 'show', line('W-1')],
  ['queue', 'add', 'T', '--priority', harm],
  ['queue', 'add', 'T', '--payload', `{${harm}`],
  ['queue', 'add', '--from-file', line('missing')],
  ['queue', 'list', '--repo', line('/missing')],
  ['--actor', `${name}\n`, 'queue', 'next'],
  ['task', 'show', line('T-9')],
  ['task', 'start', 'T', '--ref', line('t')],
  ['finding', 'fix', 'F-1', '--commit', line('HEAD')],
  ['plan', 'register', line('none.md')],
  ['worker', 'show', line('lane')],
  ['store', 'restore', line('none.sqlite')],
  ['store', 'query', line('select')],
  ['which', harm],
  ['vscode', 'install', '--editor', line('no-editor')],
];

/** What was found where nothing of it may be, with some of the text around it. */
function found(text: string): string[] {
  return hostileCharacters.flatMap(character => {
    const at = text.indexOf(character);
    const code = character.codePointAt(0)?.toString(16);
    return at < 0 ? [] : [`U+${code} in ${JSON.stringify(text.slice(Math.max(0, at - 40), at + 20))}`];
  });
}

/** Goes on until it is told to stop, as the host in memory does at once. */
function isStream(words: readonly string[]): boolean {
  return words.includes('--follow') || words.includes('--watch');
}

/** The first command of each word is a process; those after it load the same. */
function runner(cwd: string) {
  const begun = new Set<string>();
  return async (words: readonly string[], { actor = name, lane, before, byPerson, stdin = '' }: Otherwise = {}) => {
    const place = lane === undefined ? cwd : `${cwd}.worktrees/${lane}`;
    before?.(place);
    const word = words[0] ?? '';
    if (byPerson) return runOnTerminal([...words, '--no-color'], { cwd: place });
    if (!isStream(words) && !begun.has(word)) {
      begun.add(word);
      return run(words, { cwd: place, actor, input: stdin });
    }
    const environment = cleanEnvironment({ STATEROOM_ACTOR: actor });
    const { operations } = await partsFor(words);
    const options = { directory: place, environment, operations, programFile, stdin };
    return runInMemory(words, isStream(words) ? options : { ...options, undisturbed: true });
  };
}

it('lets nothing of a record or of what was given act on a terminal', async context => {
  if (missingTerminal !== undefined) context.skip(missingTerminal);
  const cwd = makeRepository();
  writeIn(cwd, 'items.jsonl', titles.join('\n'));
  writeIn(cwd, plan, planText);
  writeIn(cwd, 'rationale.md', rationale);
  writeIn(cwd, '.stateroom/config.json', configuration);
  writeIn(cwd, named, 'export {};\n');
  git(cwd, 'add', '.');
  git(cwd, 'commit', '-q', '-m', line('More'));
  const command = runner(cwd);
  const acting: string[] = [];
  const failed: string[] = [];
  const shown = new Map<string, string>();
  const readers = catalogue.filter(({ effect, name }) => effect === 'read' && !life.some(([turn]) => turn === name));
  const examples = readers.map(({ name, cli: { examples } }): Turn => [name, (examples[0] ?? '').split(' ')]);
  for (const [operation, args, otherwise] of [...life, ...examples]) {
    const { code, stdout, stderr } = await command(args, otherwise);
    if (code !== (codes[operation] ?? 0) && !(code === 130 && isStream(args)))
      failed.push(`${operation} ended with ${code}: ${stderr}`);
    acting.push(...found(stdout + stderr).map(what => `${operation}: ${what}`));
    shown.set(operation, `${shown.get(operation) ?? ''}${stdout}${stderr}`);
  }
  for (const args of mistakes) {
    const { code, stdout, stderr } = await command(args);
    if (code === 0) failed.push(`${JSON.stringify(args)} was accepted`);
    acting.push(...found(stdout + stderr).map(what => `${JSON.stringify(args)}: ${what}`));
  }
  expect(failed).toEqual([]);
  expect(acting).toEqual([]);
  // What was taken away is seen to have been there.
  const hidden = [...shown]
    .filter(([operation]) => life.some(([turn]) => turn === operation))
    .filter(([, text]) => !/\\x[0-9a-f]|\\u[{0-9a-f]/.test(text))
    .map(([operation]) => operation);
  expect(hidden.filter(operation => !withoutText.has(operation))).toEqual([]);
  // A line of a record is none of the program's.
  const forged = [...shown]
    .filter(([, text]) => /^T-1 review-ready: ready/m.test(text))
    .map(([operation]) => operation);
  expect(forged.filter(operation => !pages.has(operation))).toEqual([]);
});

/** Answers with an exit code of their own. */
const codes: Readonly<Record<string, number>> = {
  // No agent was started there.
  'agent.transcript': 1,
  // Its example's file is not there.
  'lane.why': 1,
  'gate.check': 1,
  'gate.list': 1,
  'hooks.run': 1,
  'lane.mayEdit': 1,
};
/** Answers without a text that anyone gave. */
const withoutText: ReadonlySet<string> = new Set([
  'agent.cost',
  'agent.show',
  'agent.transcript',
  'control.report',
  'retro.write',
  'snapshot.show',
  'run.import',
  'run.evidence',
  'run.command',
  'run.learn',
  'run.resolve',
  'repository.init',
  'repository.doctor',
  'store.path',
  'queue.import',
  'events.append',
  'decision.record',
  'touched.record',
  'compaction.record',
  'plan.register',
  'review.start',
  'review.record',
  'review.submit',
  'plan.attest',
  'plan.dispatch',
  'plan.cursors',
  'hooks.install',
  'hooks.status',
  'worker.spawn',
  'worker.start',
  'worker.commit',
  'report.submit',
  'lane.distance',
  'lane.adoptable',
  'lane.repair',
  'lane.bringBack',
  'lane.rescues',
  'lane.rescue',
  'store.check',
]);
/** Answers with what a program printed. */
const pages: ReadonlySet<string> = new Set(['evidence.run', 'evidence.show', 'worker.run', 'worker.logs']);
