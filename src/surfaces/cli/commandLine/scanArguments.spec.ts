import { describe, expect, it } from 'vitest';
import { type FlagShape, refuseUnknownFlag, scanArguments } from './scanArguments.js';

const shapes: readonly FlagShape[] = [
  { flag: 'json', takesValue: false },
  { flag: 'quiet', takesValue: false },
  { flag: 'due', takesValue: true },
  { flag: 'priority', takesValue: true },
];

function scan(...args: string[]) {
  return scanArguments(args, shapes);
}

describe('scanArguments', () => {
  it('tells flags from words', () => {
    expect(scan('add', 'a title', '--due', '+2d', '--json', '--priority=1', '-q')).toEqual({
      flags: [
        { flag: 'due', value: '+2d' },
        { flag: 'json', value: true },
        { flag: 'priority', value: '1' },
        { flag: 'quiet', value: true },
      ],
      words: [
        { text: 'add', index: 0 },
        { text: 'a title', index: 1 },
      ],
      end: 7,
      unknown: undefined,
    });
  });

  it.each<[string[], boolean]>([
    [['--json'], true],
    [['--no-json'], false],
    [['--json=false'], false],
    [['--json=yes'], true],
    [['--no-json=false'], true],
  ])('reads the switch %j', (args, value) => {
    expect(scan(...args)).toMatchObject({ flags: [{ flag: 'json', value }] });
  });

  it('takes what begins like a negative number for a word or a value', () => {
    expect(scan('-2h', '--priority', '-1', '-.5')).toMatchObject({
      flags: [{ flag: 'priority', value: '-1' }],
      words: [{ text: '-2h' }, { text: '-.5' }],
      unknown: undefined,
    });
  });

  it('takes everything after -- for words', () => {
    expect(scan('--', '--json', '-2h')).toMatchObject({ flags: [], words: [{ text: '--json' }, { text: '-2h' }] });
  });

  it('takes - and nothing for words or values', () => {
    expect(scan('-', '', '--due', '-', '--due', '')).toMatchObject({
      flags: [
        { flag: 'due', value: '-' },
        { flag: 'due', value: '' },
      ],
      words: [{ text: '-' }, { text: '' }],
    });
  });

  it('reports the first flag that it does not know', () => {
    expect(scan('a', '--what', 'b', '-x')).toMatchObject({ unknown: { typed: '--what', index: 1 } });
    expect(scan('--__proto__')).toMatchObject({ unknown: { typed: '--__proto__' } });
  });

  it.each<[string[], string]>([
    [['--due'], '--due needs a value.'],
    [['--due', '--json'], '--due needs a value, but --json follows.'],
    [['--due', '--no-json'], '--due needs a value, but --no-json follows.'],
    [['--json=maybe'], '--json takes no value (got “maybe”).'],
  ])('refuses %j', (args, message) => {
    expect(scan(...args)).toMatchObject({ refused: true, code: 'invalid_input', message });
  });

  it('takes a value that begins with dashes when it is no known flag, or attached', () => {
    expect(scan('--due', '--soon')).toMatchObject({ flags: [{ flag: 'due', value: '--soon' }] });
    expect(scan('--due=--json')).toMatchObject({ flags: [{ flag: 'due', value: '--json' }] });
  });
});

describe('refuseUnknownFlag', () => {
  it('names the flag that was meant', () => {
    expect(refuseUnknownFlag('--prioriti', shapes, 'stateroom queue add')).toMatchObject({
      message: 'stateroom queue add has no flag --prioriti.',
      hint: 'Did you mean --priority?',
    });
    expect(refuseUnknownFlag('-x', shapes, 'stateroom queue add')).toMatchObject({
      hint: 'See stateroom queue add --help.',
    });
  });
});
