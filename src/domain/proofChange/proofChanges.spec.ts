import { describe, expect, it } from 'vitest';
import { blobsOfProof, proofChanges } from './proofChanges.js';

const id = 'a'.repeat(40);
const old = 'b'.repeat(40);

/** A file of a patch as git writes it. */
function edit(path: string, ...lines: string[]): string {
  return [
    `diff --git a/${path} b/${path}`,
    `index ${old}..${id} 100644`,
    `--- a/${path}`,
    `+++ b/${path}`,
    ...lines,
    '',
  ].join('\n');
}

const gone = (path: string) =>
  `diff --git a/${path} b/${path}\ndeleted file mode 100644\nindex ${old}..${'0'.repeat(40)}\n`;

const changes = (patch: string, commands: readonly string[] = [], text = '') =>
  proofChanges(patch, commands, new Map([[id, text]]));

describe('a package.json', () => {
  const text = `{
  "name": "x",
  "scripts": {
    "pretest": "npm run build",
    "test": "vitest && npm run lint",
    "build": "tsc",
    "lint": "biome",
    "start": "node ."
  },
  "dependencies": { "a": "1" },
  "vitest": {
    "exclude": ["slow"]
  }
}
`;
  const at = (line: number, content = '+x') =>
    changes(edit('package.json', `@@ -${line} +${line} @@`, content), ['npm test'], text);

  it.each([
    ['the script', 5, ['package.json:5']],
    ['the one before it', 4, ['package.json:4']],
    ['one that it calls', 6, ['package.json:6']],
    ['settings of tests', 12, ['package.json:12']],
    ['another script', 8, []],
    ['a dependency', 10, []],
    ['the name', 2, []],
  ])('is told of where %s changes', (_, line, expected) => {
    expect(at(line)).toEqual({ commands: expected, tests: [] });
  });

  it('is told of where the script is gone', () => {
    expect(at(5, '-    "test": "vitest",').commands).toEqual(['package.json:5']);
    expect(at(8, '-    "other": "x",').commands).toEqual([]);
  });

  it('is read where it is edited, and counts in full where it is no JSON', () => {
    const patch = edit('package.json', '@@ -1 +1 @@', '+{');
    expect(blobsOfProof(patch)).toEqual([id]);
    expect(changes(patch, ['npm test'], '{').commands).toEqual(['package.json:1']);
  });
});

it('tells of scripts that commands name, settings, pipelines and filters, and of nothing else', () => {
  const patch = [
    edit('test.sh', '@@ -3,0 +4 @@', '+exit 0'),
    edit('other.sh', '@@ -3,0 +4 @@', '+exit 0'),
    edit('one/vitest.config.ts', '@@ -7 +7 @@', '-a', '+b'),
    edit('.github/workflows/test.yml', '@@ -1 +1,2 @@', '+a', '+b'),
    edit('.gitattributes', '@@ -0,0 +1,2 @@', '+*.md text', '+*.ts filter=own'),
    edit('src/a.ts', '@@ -1 +1 @@', '+a'),
    gone('pytest.ini'),
  ].join('');
  expect(changes(patch, ['sh ./test.sh --all']).commands).toEqual([
    'test.sh:4',
    'one/vitest.config.ts:7',
    '.github/workflows/test.yml:1',
    '.gitattributes:2',
    'pytest.ini',
  ]);
});

it('tells of sections about tests alone in settings of more', () => {
  const text = '[project]\nname = "x"\n[tool.pytest.ini_options]\naddopts = "-x"\n[tool.black]\nline = 1\n';
  const at = (line: number) => changes(edit('pyproject.toml', `@@ -${line} +${line} @@`, '+x'), [], text).commands;
  expect([at(2), at(4), at(6)]).toEqual([[], ['pyproject.toml:4'], []]);
});

describe('tests', () => {
  it.each([
    ['src/a.test.ts', "it.skip('x', () => {})"],
    ['src/a.spec.js', "  describe.only('x', () => {"],
    ['test/a.js', "xit('x')"],
    ['tests/test_a.py', '@pytest.mark.skip(reason="x")'],
    ['src/test/java/ATest.java', '  @Disabled'],
    ['a_test.go', '\tt.Skip("later")'],
    ['src/ATests.cs', '[Fact(Skip = "later")]'],
    ['tests/a.rs', '#[ignore]'],
  ])('are left out in %s by %s', (path, line) => {
    expect(changes(edit(path, '@@ -4,0 +5,2 @@', '+fine', `+${line}`)).tests).toEqual([`${path}:6`]);
    expect(changes(edit(path, '@@ -5 +4,0 @@', `-${line}`)).tests).toEqual([]);
  });

  it('are gone with their file, not with a rename', () => {
    const renamed = `diff --git a/src/a.test.ts b/test/b.test.ts\nsimilarity index 100%\nrename from src/a.test.ts\nrename to test/b.test.ts\n`;
    expect(changes(`${gone('src/a.test.ts')}${renamed}${gone('src/a.ts')}`).tests).toEqual(['src/a.test.ts']);
  });

  it('are not left out by words that only look like it', () => {
    const lines = ['+submit.skipped()', "+fits('x')", '+const only = it', '+ignored = true'];
    expect(changes(edit('src/a.test.ts', '@@ -0,0 +1,4 @@', ...lines)).tests).toEqual([]);
  });
});
