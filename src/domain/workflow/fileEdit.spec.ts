import { describe, expect, it } from 'vitest';
import { say } from '../../messages/say.js';
import { isRefusal } from '../refusal/refusal.js';
import { editLines } from './editLines.js';
import { type AskedEdit, readFileEdits } from './fileEdit.js';
import { problemOfPath } from './repositoryPath.js';
import { isTestPath } from './testPath.js';

const nothing = () => false;

function changed(text: string, find: string, into: string): string {
  const edits = readFileEdits([{ path: 'a.ts', replace: [{ find, with: into }] }], [{ path: 'a.ts', text }], nothing);
  if (isRefusal(edits)) throw new Error(say(edits.message));
  return edits[0]?.after ?? '';
}

function said(asked: readonly AskedEdit[], text = 'one\ntwo\ntwo\n'): string {
  const edits = readFileEdits(asked, [{ path: 'a.ts', text }], path => path === 'unread.ts');
  return isRefusal(edits) ? say(edits.message) : 'taken';
}

describe('a path that somebody made up', () => {
  it.each([
    'src/limit.ts',
    'a',
    '.github/workflows/ci.yml',
    '.gitignore',
    'docs/ä b.md',
    'src/[id]/page.tsx',
    'git/x.ts',
    'husky/run.ts',
  ])('is taken: %s', path => expect(problemOfPath(path)).toBeUndefined());

  it.each([
    ['', 'is empty'],
    ['../x', 'leads elsewhere'],
    ['src/../../x', 'leads elsewhere'],
    ['./x', 'leads elsewhere'],
    ['/etc/passwd', 'is not relative to the repository'],
    ['~/x', 'is not relative to the repository'],
    ['C:/x', 'is not relative to the repository'],
    ['file:x', 'is not relative to the repository'],
    ['src\\x', 'has backslashes'],
    ['src//x', 'has an empty name in it'],
    ['src/', 'has an empty name in it'],
    ['.git/hooks/pre-commit', 'is in git’s own folder'],
    ['sub/.GIT/config', 'is in git’s own folder'],
    ['GIT~1/config', 'is in git’s own folder'],
    ['.git./config', 'has a name that ends with a dot or a space'],
    ['.git /config', 'has a name that ends with a dot or a space'],
    ['.vscode/tasks.json', 'is in a folder of settings, which a person changes'],
    ['web/.VSCODE/settings.json', 'is in a folder of settings, which a person changes'],
    ['.husky/pre-commit', 'is in a folder of settings, which a person changes'],
    ['.stateroom/config.json', 'is in a folder of settings, which a person changes'],
    ['STATER~1/config.json', 'is in a folder of settings, which a person changes'],
    ['src/nul.txt', 'is the name of a device'],
    ['a\nb', 'holds control characters'],
    ['a\u202etxt.exe', 'holds control characters'],
    ['x'.repeat(401), 'is too long'],
  ])('is refused: %j', (path, problem) => expect(problemOfPath(path)).toEqual(problem));
});

it.each([
  ['src/limit.spec.ts', true],
  ['test/limit.ts', true],
  ['src/__tests__/x.js', true],
  ['pkg/limit_test.go', true],
  ['tests/test_limit.py', true],
  ['lib/test_limit.py', true],
  ['src/LimitTest.java', true],
  ['src/limit.ts', false],
  ['src/latest.ts', false],
  ['src/contest/main.go', false],
  ['src/testing.ts', false],
])('a test by its path: %s', (path, isTest) => expect(isTestPath(path)).toBe(isTest));

describe('pieces of a file', () => {
  it('are replaced where they occur once, and all else stays', () => {
    expect(changed('one\ntwo\nthree\n', 'two', 'TWO')).toBe('one\nTWO\nthree\n');
    // What a template would take for something of its own is a text.
    expect(changed('a = 1\n', '1', '$& $1 $$')).toBe('a = $& $1 $$\n');
  });

  it('keep the line ends of the file, also where it has both kinds', () => {
    expect(changed('one\r\ntwo\r\nthree\r\n', 'one\ntwo', 'one\n1.5\ntwo')).toBe('one\r\n1.5\r\ntwo\r\nthree\r\n');
    expect(changed('a\r\nb\r\nc\r\nd\ne\n', 'b\nc', 'B\nC')).toBe('a\r\nB\r\nC\r\nd\ne\n');
    expect(changed('a\nb\nc\nd\r\n', 'b\n', 'b\nx\n')).toBe('a\nb\nx\nc\nd\r\n');
  });

  it('keep a mark of byte order and a missing last line end', () => {
    expect(changed('\ufeffone\n', 'one', 'two')).toBe('\ufefftwo\n');
    expect(changed('\ufeffone\n', '\ufeffone', 'two')).toBe('\ufefftwo\n');
    expect(changed('one\ntwo', 'two', 'two\nthree\n')).toBe('one\ntwo\nthree');
    expect(changed('one\ntwo\n', 'two\n', 'three')).toBe('one\nthree\n');
    expect(changed('one\r\ntwo\r\n', 'two\n', 'three')).toBe('one\r\nthree\r\n');
  });

  it('count places beyond letters of two units as the file does', () => {
    expect(changed('😀\r\n😀 x\r\n', 'x', '😀')).toBe('😀\r\n😀 😀\r\n');
  });

  it('are refused in a sentence where they cannot be meant', () => {
    const piece = (find: string, into = 'x') => [{ path: 'a.ts', replace: [{ find, with: into }] }];
    expect(said(piece('two'))).toBe('A piece of a.ts to replace, “two”, occurs more than once.');
    expect(said(piece('aa'), 'aaa\n')).toBe('A piece of a.ts to replace, “aa”, occurs more than once.');
    expect(said(piece('four'))).toBe('A piece of a.ts to replace, “four”, does not occur in it.');
    expect(said(piece(''))).toBe('A piece of a.ts to replace is empty.');
    expect(said(piece('one', 'one'))).toBe('It changes nothing.');
    expect(said(piece('one', '\0'))).toBe('What is to stand in a.ts is no text.');
    expect(said(piece('one'), 'one\0two')).toBe('a.ts is no text.');
    expect(said(piece('one', 'x'.repeat(200_001)))).toBe('a.ts would be too long.');
    expect(said([])).toBe('It changes nothing.');
  });
});

describe('files', () => {
  it('that are not there are made, with one line end at the end', () => {
    expect(readFileEdits([{ path: './b.ts', content: 'x\r\ny' }], [], nothing)).toEqual([
      { path: 'b.ts', before: null, after: 'x\ny\n' },
    ]);
  });

  it.each<[string, readonly AskedEdit[]]>([
    ['The path ../b.ts leads elsewhere.', [{ path: '../b.ts', content: 'x' }]],
    ['The path .git/config is in git’s own folder.', [{ path: './.git/config', content: 'x' }]],
    ['unread.ts was not read.', [{ path: 'unread.ts', content: 'x' }]],
    ['There is no b.ts.', [{ path: 'b.ts', replace: [{ find: 'x', with: 'y' }] }]],
    ['The text of b.ts is none.', [{ path: 'b.ts', content: ' \n' }]],
    ['The text of b.ts is none.', [{ path: 'b.ts', content: 'a\0b' }]],
    ['a.ts is there already.', [{ path: 'a.ts', content: 'x' }]],
    ['Of a.ts it does not say what changes.', [{ path: 'a.ts' }]],
    ['Of a.ts it does not say what changes.', [{ path: 'a.ts', content: 'x', replace: [{ find: 'one', with: 'x' }] }]],
    [
      'B.ts is named twice.',
      [
        { path: 'b.ts', content: 'x' },
        { path: 'B.ts', content: 'y' },
      ],
    ],
    ['It changes 21 files at once.', Array.from({ length: 21 }, (_, index) => ({ path: `${index}.ts`, content: 'x' }))],
  ])('are refused: %s', (sentence, asked) => expect(said(asked)).toBe(sentence));

  it('are all changed or none: one that is refused takes the others with it', () => {
    const asked = [
      { path: 'a.ts', replace: [{ find: 'one', with: '1' }] },
      { path: '/b.ts', content: 'x' },
    ];
    expect(said(asked)).toBe('The path /b.ts is not relative to the repository.');
  });
});

it('an edit is shown from its first line that differs to the last, with a little around it', () => {
  const before = 'a\nb\nc\nd\ne\nf\ng\n';
  expect(editLines({ before, after: before.replace('e', 'E\nE2') })).toEqual({
    added: 2,
    removed: 1,
    lines: [' b', ' c', ' d', '-e', '+E', '+E2', ' f', ' g'],
  });
  expect(editLines({ before: null, after: 'x\ny\n' })).toEqual({ added: 2, removed: 0, lines: ['+x', '+y'] });
  expect(editLines({ before: 'x\nx\n', after: 'x\n' })).toEqual({ added: 0, removed: 1, lines: [' x', '-x'] });
});
