import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type Refusal, refuse } from '../../../domain/refusal/refusal.js';
import { verbatim } from '../../../messages/message.js';
import { say } from '../../../messages/say.js';
import { catalogue } from '../../../operations/catalogue.js';
import { defineOperation } from '../../../operations/operation.js';
import { commandSet } from './commandSet.js';
import { readCommandLine } from './readCommandLine.js';

const files: Readonly<Record<string, string>> = {
  'items.jsonl': '{"title":"x"}\n',
  'payload.json': '{"a":1}',
  '-': '[1]',
};
const commands = commandSet(catalogue);

function read(...args: string[]) {
  return readCommandLine(
    args,
    commands,
    async name => files[name] ?? refuse('invalid_input', verbatim(`${name} cannot be read.`)),
  );
}

/** The operation and its input. */
async function understood(...args: string[]) {
  const reading = await read(...args);
  if (!('ask' in reading) || reading.ask !== 'run' || !('operation' in reading.variant.act)) return reading;
  return [reading.variant.act.operation.name, reading.input];
}

describe('readCommandLine', () => {
  it.each<[string[], string, object]>([
    [['queue', 'add', 'A title'], 'queue.add', { title: 'A title' }],
    [
      ['queue', 'add', '--priority', '0', 'T', '--label', 'a,b', '--label=c', '--depends-on', 'W-1,W-2'],
      'queue.add',
      { title: 'T', priority: 0, labels: ['a', 'b', 'c'], dependsOn: ['W-1', 'W-2'] },
    ],
    [['--json', 'queue', '--quiet', 'next', '--kind', 'list'], 'queue.next', { kind: 'list' }],
    [['queue', 'add', 'T', '--payload', '{"a":[1,null]}'], 'queue.add', { title: 'T', payload: { a: [1, null] } }],
    [['queue', 'add', 'T', '--payload', '@payload.json'], 'queue.add', { title: 'T', payload: { a: 1 } }],
    [['queue', 'add', 'T', '--payload', '-'], 'queue.add', { title: 'T', payload: [1] }],
    [['queue', 'add', '--', '--a title'], 'queue.add', { title: '--a title' }],
    [['queue', 'add', '--from-file', 'items.jsonl'], 'queue.import', { jsonl: '{"title":"x"}\n' }],
    [['queue', 'add', '--batch', '10', '--from-file', '-'], 'queue.import', { jsonl: '[1]', batch: 10 }],
    [['queue', 'depend', 'W-3', 'W-1', 'W-2'], 'queue.depend', { id: 'W-3', dependsOn: ['W-1', 'W-2'] }],
    [['queue', 'claim', 'W-3', '--no-reassign'], 'queue.claim', { id: 'W-3', reassign: false }],
    [['queue', 'annotate', 'W-3', '{"a":1}'], 'queue.annotate', { id: 'W-3', patch: { a: 1 } }],
    [['events', 'between', '-2h', 'now'], 'events.between', { from: '-2h', to: 'now' }],
    [['events', 'tail', '--by', 'ada', '--actor', 'me'], 'events.tail', { actor: 'ada' }],
    [['worker', 'commit', 'Count'], 'worker.commit', { message: 'Count' }],
    [['worker', 'commit', '-m', 'Count', '--paths', 'src'], 'worker.commit', { message: 'Count', paths: ['src'] }],
    [['worker', 'commit', '-m', 'Count', '-m', 'Per user'], 'worker.commit', { message: 'Count\n\nPer user' }],
    [['worker', 'cancel', 'login', '-m', 'By hand'], 'worker.cancel', { lane: 'login', reason: 'By hand' }],
    [['worker', 'fail', '--reason', 'No access'], 'worker.fail', { reason: 'No access' }],
    [['worker', 'fail', '-m', 'No access'], 'worker.fail', { reason: 'No access' }],
    [['slice', 'commit', '--message=Count', '--untracked'], 'slice.commit', { message: 'Count', untracked: true }],
    [['init'], 'repository.init', {}],
    [['touched', 'record', 'src/a,b.txt', 'c.txt'], 'touched.record', { files: ['src/a,b.txt', 'c.txt'] }],
    [
      ['touched', 'record', '{"path":"b.ts","change":"rename","oldPath":"a,b.ts"}', './{c}.ts'],
      'touched.record',
      { files: [{ path: 'b.ts', change: 'rename', oldPath: 'a,b.ts' }, './{c}.ts'] },
    ],
    [
      ['worker', 'spawn', 'login', '--owns', 'src/{a,b}/**,docs/**'],
      'worker.spawn',
      { lane: 'login', owns: ['src/{a,b}/**', 'docs/**'] },
    ],
  ])('understands %j', async (args, name, input) => {
    expect(await understood(...args)).toEqual([name, input]);
  });

  describe('a command that takes all words after --', () => {
    const runner = defineOperation({
      name: 'proof.run',
      order: 10,
      title: 'Run',
      summary: 'Runs.',
      input: z.object({ command: z.array(z.string()).describe('What runs'), task: z.string().optional() }),
      output: z.object({}),
      effect: 'external',
      roles: ['agent'],
      mcp: null,
      cli: { rest: 'command', refusalExitCode: 125, examples: [] },
      palette: false,
      run: async () => ({}),
    });
    const readRunner = (...args: string[]) =>
      readCommandLine(args, commandSet([runner]), async () => refuse('invalid_input', verbatim('no file')));

    it.each<[string[], object]>([
      [['proof', 'run', '--', 'npm', 'test', '--', '--json', '-x'], { command: ['npm', 'test', '--', '--json', '-x'] }],
      [['proof', 'run', '--task', 'T-1', '--', 'a,b', '--help'], { command: ['a,b', '--help'], task: 'T-1' }],
      [['proof', 'run', '--', 'proof', 'run'], { command: ['proof', 'run'] }],
    ])('understands %j', async (args, input) => {
      expect(await readRunner(...args)).toMatchObject({ ask: 'run', input, options: { json: false, help: false } });
    });

    it('refuses what it cannot understand with its own exit code', async () => {
      expect(await readRunner('proof', 'run')).toEqual({
        ask: 'refused',
        exitCode: 125,
        refusal: {
          refused: true,
          code: 'invalid_input',
          message: 'stateroom proof run needs -- <command>.',
          hint: 'See stateroom proof run --help.',
        },
      });
      expect(await readRunner('proof', 'run', 'npm', '--', 'test')).toMatchObject({
        ask: 'refused',
        refusal: { message: 'Unexpected argument “npm”.' },
      });
      expect(await readRunner('proof', 'run', '--what', '--', 'test')).toMatchObject({
        exitCode: 125,
        refusal: { message: 'stateroom proof run has no flag --what.' },
      });
    });
  });

  it('keeps the global flags apart, wherever they stand', async () => {
    expect(await read('--repo', '/r', 'queue', '--json', 'list', '--actor=me', '--no-color')).toMatchObject({
      options: { repo: '/r', store: undefined, actor: 'me', json: true, quiet: false, color: false },
    });
  });

  it.each<[string[], string[], boolean]>([
    [['--help'], [], false],
    [['help'], [], false],
    [['help', 'queue', 'add'], ['queue', 'add'], false],
    [['queue', '-h'], ['queue'], false],
    [['queue', 'add', '--help'], ['queue', 'add'], false],
    [['queue', 'add', '--help', '--nonsense=1', 'x', 'y'], ['queue', 'add'], false],
    [[], [], true],
    [['queue'], ['queue'], true],
  ])('shows help for %j', async (args, path, unasked) => {
    expect(await read(...args)).toMatchObject({ ask: 'help', path, unasked });
  });

  it.each([[['--version']], [['-V']], [['queue', 'list', '--version']]])('shows the version for %j', async args => {
    expect(await read(...args)).toMatchObject({ ask: 'version' });
  });

  it.each<[string[], string, string]>([
    [['queu'], 'Unknown command: stateroom queu.', 'Did you mean stateroom queue?'],
    [['queue', 'clam', 'W-1'], 'Unknown command: stateroom queue clam.', 'Did you mean stateroom queue claim?'],
    [['claim', 'W-1'], 'Unknown command: stateroom claim.', 'Did you mean stateroom queue claim?'],
    [['add', 'Fix'], 'Unknown command: stateroom add.', 'Did you mean stateroom queue add?'],
    [['list'], 'Unknown command: stateroom list.', 'Did you mean stateroom queue list?'],
    [['ad', 'Fix'], 'Unknown command: stateroom ad.', 'Did you mean stateroom queue add?'],
    [['zzzzzz'], 'Unknown command: stateroom zzzzzz.', 'List the commands with stateroom --help.'],
    [['help', 'queue', 'ad'], 'Unknown command: stateroom queue ad.', 'Did you mean stateroom queue add?'],
    [['--jsn'], 'stateroom has no flag --jsn.', 'Did you mean --json?'],
    [['queue', 'add'], 'stateroom queue add needs <title>.', 'See stateroom queue add --help.'],
    [['queue', 'resolve', 'W-1'], 'stateroom queue resolve needs --status.', 'See stateroom queue resolve --help.'],
    [
      ['queue', 'add', 'Fix', 'the', 'login'],
      'Unexpected argument “the”.',
      'Quote arguments that contain spaces. See stateroom queue add --help.',
    ],
    [['queue', 'add', 'Fix', 'the login'], 'Unexpected argument “the login”.', 'See stateroom queue add --help.'],
    [
      ['queue', 'resolve', 'W-1', 'done'],
      'Unexpected argument “done”.',
      'Use --status for it. See stateroom queue resolve --help.',
    ],
    [['queue', 'list', '--statsu', 'done'], 'stateroom queue list has no flag --statsu.', 'Did you mean --status?'],
    [
      ['queue', 'resolve', 'W-1', '--status', 'don'],
      '--status must be one of done, failed, cancelled (got “don”).',
      'Did you mean done?',
    ],
    [
      ['queue', 'edit', 'W-1', '--due', '+2d', '--clear-due'],
      '--due and --clear-due cannot be combined.',
      'Use one of them.',
    ],
    [['events', 'since', '2026-11-01', '--after', '3'], '<since> and --after cannot be combined.', 'Use one of them.'],
    [
      ['queue', 'add', 'T', '--from-file', 'items.jsonl'],
      '“T” cannot be used with --from-file.',
      'See stateroom queue add --help.',
    ],
    [
      ['queue', 'add', '--from-file', 'items.jsonl', '--priority', '1'],
      '--priority cannot be used with --from-file.',
      'See stateroom queue add --help.',
    ],
    [['queue', 'add', '--batch', '10'], 'stateroom queue add needs --from-file.', 'See stateroom queue add --help.'],
  ])('refuses %j', async (args, message, hint) => {
    expect(await read(...args)).toEqual({ refused: true, code: 'invalid_input', message, hint });
  });

  it.each<[string[], string]>([
    [['queue', 'list', '--limit', 'ten'], '--limit must be a number (got “ten”).'],
    [['queue', 'list', '--limit', '0x10'], '--limit must be a number (got “0x10”).'],
    [['queue', 'add', 'T', '--payload', '@missing.json'], 'missing.json cannot be read.'],
    [['queue', 'a\u001b[2Jb'], 'Unknown command: stateroom queue a [2Jb.'],
  ])('refuses %j', async (args, message) => {
    expect(await read(...args)).toMatchObject({ refused: true, code: 'invalid_input', message });
  });

  it('refuses what is no JSON in one sentence, however V8 puts it', async () => {
    const refusal = await read('queue', 'add', 'T', '--payload', '{bad');
    expect(refusal).toMatchObject({
      code: 'invalid_input',
      hint: `Quote it for your shell, as in '{"a":1}' or '"text"', or read it from a file: @file.json.`,
    });
    expect(say((refusal as Refusal).message)).toMatch(/^--payload is not valid JSON: [^\n]+[^.]\.$/);
  });

  it.each<[string[], string, string]>([
    [['queue', 'add', 'T', '--priority', '1', '--priority=2'], '--priority was given twice.', 'Leave out one of them.'],
    [['queue', 'next', '--kind', 'a', '--kind', 'a'], '--kind was given twice.', 'Leave out one of them.'],
    [['--repo', 'a', 'queue', 'list', '--repo', 'b'], '--repo was given twice.', 'Leave out one of them.'],
    [
      ['queue', 'claim', 'W-1', '--reassign', '--no-reassign'],
      '--reassign and --no-reassign cannot be combined.',
      'Use one of them.',
    ],
  ])('takes no side in %j', async (args, message, hint) => {
    expect(await read(...args)).toEqual({ refused: true, code: 'invalid_input', message, hint });
  });

  it('takes labels of several words, separated by commas', async () => {
    expect(await understood('queue', 'add', 'T', '--label', 'release notes, website')).toEqual([
      'queue.add',
      { title: 'T', labels: ['release notes', ' website'] },
    ]);
  });

  it('takes all values of a list, and a switch that is on twice', async () => {
    expect(await understood('queue', 'add', 'T', '--label', 'a', '--json', '--label', 'b,a', '--json')).toEqual([
      'queue.add',
      { title: 'T', labels: ['a', 'b', 'a'] },
    ]);
  });
});
