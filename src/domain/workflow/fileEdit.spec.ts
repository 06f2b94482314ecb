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
    ['../x', 'contains “.” or “..”'],
    ['src/../../x', 'contains “.” or “..”'],
    ['./x', 'contains “.” or “..”'],
    ['/etc/passwd', 'is not relative to the repository'],
    ['~/x', 'is not relative to the repository'],
    ['C:/x', 'is not relative to the repository'],
    ['file:x', 'is not relative to the repository'],
    ['src\\x', 'contains backslashes'],
    ['src//x', 'contains an empty name'],
    ['src/', 'contains an empty name'],
    ['.git/hooks/pre-commit', 'is inside the .git folder'],
    ['sub/.GIT/config', 'is inside the .git folder'],
    ['GIT~1/config', 'is inside the .git folder'],
    ['.git./config', 'contains a name that ends with a dot or a space'],
    ['.git /config', 'contains a name that ends with a dot or a space'],
    ['.vscode/tasks.json', 'is in a settings folder, which only a person can change'],
    ['web/.VSCODE/settings.json', 'is in a settings folder, which only a person can change'],
    ['.husky/pre-commit', 'is in a settings folder, which only a person can change'],
    ['.stateroom/config.json', 'is in a settings folder, which only a person can change'],
    ['STATER~1/config.json', 'is in a settings folder, which only a person can change'],
    ['src/nul.txt', 'is a device name'],
    ['a\nb', 'contains control characters'],
    ['a\u202etxt.exe', 'contains control characters'],
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
    expect(said(piece('two'))).toBe('The text to replace in a.ts, “two”, occurs more than once.');
    expect(said(piece('aa'), 'aaa\n')).toBe('The text to replace in a.ts, “aa”, occurs more than once.');
    expect(said(piece('four'))).toBe('The text to replace in a.ts, “four”, was not found.');
    expect(said(piece(''))).toBe('A piece to replace in a.ts is empty.');
    expect(said(piece('one', 'one'))).toBe('The edit changes nothing.');
    expect(said(piece('one', '\0'))).toBe('A replacement in a.ts is not text.');
    expect(said(piece('one'), 'one\0two')).toBe('a.ts is not a text file.');
    expect(said(piece('one', 'x'.repeat(200_001)))).toBe('The edit makes a.ts too long.');
    expect(said([])).toBe('The edit changes nothing.');
  });
});

describe('files', () => {
  it('that are not there are made, with one line end at the end', () => {
    expect(readFileEdits([{ path: './b.ts', content: 'x\r\ny' }], [], nothing)).toEqual([
      { path: 'b.ts', before: null, after: 'x\ny\n' },
    ]);
  });

  it.each<[string, readonly AskedEdit[]]>([
    ['The path ../b.ts contains “.” or “..”.', [{ path: '../b.ts', content: 'x' }]],
    ['The path .git/config is inside the .git folder.', [{ path: './.git/config', content: 'x' }]],
    ['unread.ts was not provided, so it cannot be edited.', [{ path: 'unread.ts', content: 'x' }]],
    ['b.ts does not exist.', [{ path: 'b.ts', replace: [{ find: 'x', with: 'y' }] }]],
    ['The new text of b.ts is empty or not text.', [{ path: 'b.ts', content: ' \n' }]],
    ['The new text of b.ts is empty or not text.', [{ path: 'b.ts', content: 'a\0b' }]],
    ['a.ts already exists.', [{ path: 'a.ts', content: 'x' }]],
    ['The edit of a.ts must contain either replacements or the full text.', [{ path: 'a.ts' }]],
    [
      'The edit of a.ts must contain either replacements or the full text.',
      [{ path: 'a.ts', content: 'x', replace: [{ find: 'one', with: 'x' }] }],
    ],
    [
      'B.ts is listed twice.',
      [
        { path: 'b.ts', content: 'x' },
        { path: 'B.ts', content: 'y' },
      ],
    ],
    [
      'The edit changes 21 files, which is too many.',
      Array.from({ length: 21 }, (_, index) => ({ path: `${index}.ts`, content: 'x' })),
    ],
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
