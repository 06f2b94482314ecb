import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../src/operations/catalogue.js';
import { commandLineOf } from '../../src/operations/commandLine.js';
import { runInMemory } from '../support/memoryHost.js';
import { hashOf, makeRepository, storeOf } from './cliRig.js';

const lines = catalogue.map(operation => ({ ...commandLineOf(operation), effect: operation.effect }));
/** Writing files outside the store is not what is tried here, and a directory may not fill with junk. */
const tried = lines.filter(({ effect }) => effect !== 'external');
const flags = [...new Set(lines.flatMap(line => line.flags.map(({ flag }) => `--${flag}`)))];

const oddTexts = [
  '',
  ' ',
  '-',
  '--',
  '---',
  '-1',
  '-2h',
  '+2d',
  '0',
  '1e309',
  'NaN',
  '0x1f',
  '9007199254740993',
  'null',
  '[]',
  '{}',
  '{"a":',
  '"x"',
  '@',
  '@/etc/passwd',
  '@.',
  '{"__proto__":{"x":1}}',
  '__proto__',
  'constructor',
  'W-1',
  'w-2',
  'W-0',
  'W--1',
  'W-99999999999999999',
  '../../etc',
  '$(id)',
  '`id`',
  '%s%n',
  '\u001b[2J',
  '\u202e',
  '👨‍👩‍👧',
  'é'.repeat(600),
  'x'.repeat(70_000),
  'a,b,,c',
  "';drop table work_items;--",
  'now',
  '2026-11-31',
  '1793491200000',
  'pending',
  'done',
  'true',
  'no',
];
const anyText = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...oddTexts) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.json({ maxDepth: 3 }) },
);
const anyFlag = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...flags, '--json', '--quiet', '--no-color', '--actor', '-q', '-h', '-V') },
  { weight: 1, arbitrary: fc.string({ maxLength: 8 }).map(text => `--${text}`) },
  { weight: 1, arbitrary: fc.string({ maxLength: 4 }).map(text => `-${text}`) },
  { weight: 2, arbitrary: fc.tuple(fc.constantFrom(...flags), anyText).map(([flag, text]) => `${flag}=${text}`) },
);

/** A command with flags that it has, mostly with values that fit their kind, so that some get as far as the store. */
const likelyArguments = fc.constantFrom(...tried).chain(({ path, positionals, flags: own }) =>
  fc
    .tuple(
      fc.array(anyText, { minLength: positionals.length === 0 ? 0 : 1, maxLength: positionals.length + 1 }),
      fc.array(
        fc.oneof(
          ...(own.length === 0 ? [fc.constant<string[]>([])] : [fc.constantFrom(...own).chain(likelyFlag)]),
          fc.tuple(anyFlag, anyText).map(([flag, text]) => [flag, text]),
        ),
        { maxLength: 4 },
      ),
    )
    .map(([words, pairs]) => [...path, ...words, ...pairs.flat()]),
);

function likelyFlag({ flag, kind, choices }: (typeof lines)[number]['flags'][number]): fc.Arbitrary<string[]> {
  if (kind === 'boolean') return fc.constantFrom([`--${flag}`], [`--no-${flag}`]);
  const fitting =
    kind === 'number'
      ? fc.integer({ min: -3, max: 300 }).map(String)
      : kind === 'choice'
        ? fc.constantFrom(...choices)
        : anyText;
  return fc
    .oneof({ weight: 3, arbitrary: fitting }, { weight: 1, arbitrary: anyText })
    .map(text => [`--${flag}`, text]);
}

const anyWords = fc.array(
  fc.oneof(
    anyText,
    anyFlag,
    fc.constantFrom(...lines.flatMap(({ path }) => path), 'mcp', 'which', 'completion', 'help'),
  ),
  { maxLength: 8 },
);
/** Words in any order; some begin with a command, since few do by chance. */
const anyArguments = fc.oneof(
  { weight: 2, arbitrary: anyWords },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(...tried.map(({ path }) => path)), fc.array(anyFlag, { maxLength: 1 }))
      .map(([path, flag]) => [...path, ...flag]),
  },
);

/** 125 is the refusal of commands whose other codes are those of what they run. */
const exitCodes = [0, 1, 2, 3, 4, 125];
/** Commands whose answer has an exit code of its own: a gate that is not ready has answered all the same. */
const judging = catalogue
  .filter(({ exitCode }) => exitCode !== undefined)
  .map(operation => commandLineOf(operation).path);
const environment = { STATEROOM_ACTOR: 'ada', NO_COLOR: '1' };

describe('whatever is typed', () => {
  it.each([
    ['words and flags in any order', anyArguments, 300],
    ['commands with odd values', likelyArguments, 500],
  ])('ends with an exit code and a sentence, and a refusal changes nothing: %s', async (_, argumentLists, runs) => {
    const directory = makeRepository();
    const say = (args: readonly string[], terminal = false) =>
      runInMemory(args, { directory, environment, terminal, stdin: '{"title":"x"}' });
    await say(['queue', 'add', 'One']);
    await say(['queue', 'add', 'Two', '--depends-on', 'W-1', '--id', 'two']);
    const codes = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(argumentLists, fc.boolean(), async (args, terminal) => {
        const before = hashOf(storeOf(directory));
        const { code, stdout, stderr } = await say(args, terminal);
        codes.set(code, (codes.get(code) ?? 0) + 1);
        // A stream that was asked for ends as the test's host tells it to.
        if (code === 130) return;
        expect(exitCodes).toContain(code);
        const answered = code === 0 || (stderr === '' && judging.some(path => path.every(word => args.includes(word))));
        if (!answered) {
          // An agent's answer to what was asked of a person is refused on record.
          if (!args.includes('advance')) expect(hashOf(storeOf(directory))).toBe(before);
          expect(stderr).toMatch(/^(stateroom: [^\n]+\n( {2}[^\n]+\n)?|[\s\S]*Usage {2}stateroom[\s\S]*)$/);
          expect(stderr).not.toMatch(/undefined|\[object|Error:|node:internal|at .*\.ts:/);
        }
        const json = args.lastIndexOf('--json');
        if (json !== -1 && !args.includes('--no-json') && stdout !== '' && stdout.startsWith('{')) {
          expect(JSON.parse(stdout)).toMatchObject({ ok: answered });
        }
      }),
      { numRuns: runs, seed: 20_261_121, endOnFailure: false },
    );
    // Else the tries were all turned away at the door.
    expect(codes.get(0)).toBeGreaterThan(5);
    expect(codes.get(2)).toBeGreaterThan(5);
    expect(JSON.parse((await say(['store', 'check', '--json'])).stdout)).toMatchObject({
      ok: true,
      data: { ok: true },
    });
  });
});
