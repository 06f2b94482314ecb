import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GitTestRepository } from '../../../test/support/gitTestRepository.js';
import { at, findingPlaces, sarif } from '../../../test/support/sarifReport.js';
import { person } from '../../../test/support/testRepository.js';
import { findingExport } from './findingExport.js';
import { findingImport } from './findingImport.js';
import { findingList } from './findingList.js';
import { findingRecord } from './findingRecord.js';
import { findingWontfix } from './findingWontfix.js';

const fixtures = 'test/fixtures/sarif';
const report = (name: string): string => readFileSync(join(fixtures, `${name}.sarif`), 'utf8');

let repo: GitTestRepository;
beforeEach(() => {
  repo = new GitTestRepository();
  cpSync(join(fixtures, 'rocket'), repo.repository, { recursive: true });
  repo.commit('Build a rocket');
});
afterEach(() => repo.close());

const atBase = { base: '/builds/rocket', repository: true };

const places = () => findingPlaces(repo);

it('leaves tokens of a report out of what is kept, in its words and in its comments', async () => {
  const token = 'ghp_abcdefghijklmnopqrstuvwxyz0123456789';
  const leak = { ...at('src/launch.js'), message: { text: `Token ${token} is committed` } };
  await repo.ok(findingImport, { report: sarif([leak]), repository: true });
  const comment = { path: 'src/launch.js', line: 2, text: `Is ${token} yours?`, fix: `Revoke ${token}` };
  await repo.ok(findingImport, { report: JSON.stringify([comment]), repository: true });
  const { findings } = await repo.ok(findingList, { order: 'created' });
  expect(findings.map(({ text, fix }) => [text, fix])).toEqual([
    ['Token [redacted] is committed', null],
    ['Is [redacted] yours?', 'Revoke [redacted]'],
  ]);
  expect(await repo.dump()).not.toContain(token);
  expect(await repo.ok(findingImport, { report: sarif([leak]), repository: true })).toMatchObject({
    recorded: 0,
    known: 1,
  });
});

describe('reports of real tools', () => {
  it('of ESLint', async () => {
    expect(await repo.ok(findingImport, { report: report('eslint'), ...atBase })).toEqual({
      recorded: 9,
      known: 0,
      reopened: 0,
      firstRef: 'F-1',
      lastRef: 'F-9',
      suppressed: 0,
      skipped: { count: 0, reasons: [] },
      adjusted: { count: 0, reasons: [] },
      missing: { count: 0, closed: 0, findings: [] },
    });
    expect(await places()).toEqual([
      'medium src/launch.js:1-1 no-var: Unexpected var, use let or const instead.',
      "high src/launch.js:2-2 no-unused-vars: 'launch' is defined but never used.",
      "high src/launch.js:3-3 eqeqeq: Expected '===' and instead saw '=='.",
      'medium src/launch.js:4-4 semi: Missing semicolon.',
      'high src/launch.js:6-6 no-eval: eval can be harmful.',
      'medium src/launch.js:7-7 no-var: Unexpected var, use let or const instead.',
      'medium src/launch.js:8-8 semi: Missing semicolon.',
      "high src/with space é.js:1-1 no-unused-vars: 'unused' is assigned a value but never used.",
      "high src/with space é.js:2-2 no-debugger: Unexpected 'debugger' statement.",
    ]);
    expect((await repo.ok(findingList, {})).findings[0]).toMatchObject({ tool: 'ESLint', mode: 'branch', task: null });
  });

  it.each<[string, string[]]>([
    [
      'stylelint',
      [
        'high css/site.css:1-1 color-hex-length: Expected "#FFFFFF" to be "#FFF" (color-hex-length)',
        'high css/site.css:2-2 declaration-property-value-no-unknown: Unknown value "#GGG" for property "color" (declaration-property-value-no-unknown)',
        'high css/site.css:2-2 no-duplicate-selectors: Duplicate selector "a", first used at line 1 (no-duplicate-selectors)',
        'high css/site.css:3-3 property-no-unknown: Unknown property "colr" (property-no-unknown)',
      ],
    ],
    [
      'jscpd',
      [
        'medium src/plana.js:1-16 duplication: Clone detected in javascript, - src/plana.js[1:6 - 16:2] and src/planb.js[1:6 - 16:2]',
      ],
    ],
    [
      'markdownlint',
      [
        'high README.md:1-1 MD018: No space after hash on atx style heading, Context: "#Rocket"',
        'high README.md:1-1 MD041: First line in a file should be a top-level heading, Context: "#Rocket"',
        'high README.md:3-3 MD032: Lists should be surrounded by blank lines, Context: "* one"',
        'high README.md:4-4 MD007: Unordered list indentation, Expected: 2; Actual: 4',
      ],
    ],
    [
      'codeql',
      [
        'high src/launch.js:6-6 js/code-injection: This code depends on a [user-provided value](1).',
        'medium src/launch.js:1-1 js/useless-assignment: The value assigned to crew here is unused.',
      ],
    ],
    ['semgrep', ['medium src/launch.js:6-6 javascript.browser.security.eval-detected: Detected the use of eval().']],
    ['trivy', ['medium package-lock.json:1-1 CVE-2021-0001: Package: rocket-fuel']],
  ])('of %s', async (name, expected) => {
    await repo.ok(findingImport, { report: report(name), ...atBase });
    expect(await places()).toEqual(expected);
  });

  it('tell what the tool has suppressed', async () => {
    expect(await repo.ok(findingImport, { report: report('semgrep'), ...atBase })).toMatchObject({
      recorded: 1,
      suppressed: 1,
    });
  });
});

describe('importing again', () => {
  it('adds nothing, also when the lines have moved', async () => {
    await repo.ok(findingImport, { report: report('eslint'), ...atBase });
    const before = await repo.dump();
    expect(await repo.ok(findingImport, { report: report('eslint'), ...atBase })).toMatchObject({
      recorded: 0,
      known: 9,
      missing: { count: 0 },
    });
    expect(await repo.dump()).toBe(before);
    const launch = readFileSync(join(fixtures, 'rocket/src/launch.js'), 'utf8');
    repo.write('src/launch.js', `// one\n// two\n${launch}`);
    const moved = JSON.parse(report('eslint'), (key, value) => (key.endsWith('Line') ? value + 2 : value));
    const kept = moved.runs[0].results.filter((result: { ruleIndex: number; locations: unknown }) =>
      JSON.stringify(result.locations).includes('launch.js'),
    );
    moved.runs[0].results = kept;
    expect(await repo.ok(findingImport, { report: JSON.stringify(moved), ...atBase })).toMatchObject({
      recorded: 0,
      known: 7,
      missing: { count: 2, closed: 0, findings: [{ ref: 'F-8' }, { ref: 'F-9' }] },
    });
  });

  it('tells equal results apart by their line', async () => {
    const two = sarif([at('src/launch.js', { startLine: 1 }), at('src/launch.js', { startLine: 2 })]);
    expect(await repo.ok(findingImport, { report: two, repository: true })).toMatchObject({ recorded: 2 });
    const second = sarif([at('src/launch.js', { startLine: 2 })]);
    expect(await repo.ok(findingImport, { report: second, repository: true })).toMatchObject({
      known: 1,
      missing: { count: 1, findings: [{ ref: 'F-1', lineStart: 1 }] },
    });
  });

  it('closes what is gone when a person says so, and reopens what comes back', async () => {
    const head = repo.git('rev-parse', 'HEAD');
    await repo.ok(findingImport, { report: report('eslint'), ...atBase });
    await repo.ok(findingRecord, { severity: 'high', path: 'src/launch.js', text: 'Too big', repository: true });
    const none = JSON.stringify({ version: '2.1.0', runs: [{ tool: { driver: { name: 'ESLint' } }, results: [] }] });
    expect(await repo.refused(findingImport, { report: none, ...atBase, closeMissing: true })).toMatchObject({
      code: 'not_allowed',
    });
    const closed = await repo.ok(findingImport, { report: none, ...atBase, closeMissing: true }, person);
    expect(closed.missing).toMatchObject({
      count: 9,
      closed: 9,
      findings: expect.arrayContaining([expect.objectContaining({ ref: 'F-3', status: 'fixed', fixedCommit: head })]),
    });
    expect((await repo.ok(findingList, {})).findings.map(({ ref }) => ref)).toEqual(['F-10']);
    expect(await repo.ok(findingImport, { report: report('eslint'), ...atBase })).toMatchObject({
      recorded: 0,
      reopened: 9,
    });
  });
});

describe('where results are', () => {
  it.each<[string, unknown, object, string]>([
    ['a path with . and ..', at('src/../src/./launch.js'), {}, 'src/launch.js:1'],
    ['a backslash', at('src\\launch.js'), {}, 'src/launch.js:1'],
    ['no region', at('src/launch.js', null), {}, 'src/launch.js:null'],
    ['a region of characters', at('src/launch.js', { charOffset: 4 }), {}, 'src/launch.js:null'],
    ['line 0', at('src/launch.js', { startLine: 0 }), {}, 'src/launch.js:null'],
    ['a file that is not there', at('dist/launch.js', { startLine: 400 }), {}, 'dist/launch.js:null'],
    ['a percent sign that is none', at('src/100%.js'), {}, 'src/100%.js:null'],
    [
      'a base on a base',
      {
        ...at(''),
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: 'launch.js', uriBaseId: 'SRC' },
              region: { startLine: 3, endLine: 2 },
            },
          },
        ],
      },
      {
        originalUriBaseIds: {
          ROOT: { uri: 'file:///builds/rocket/' },
          SRC: { uri: 'src/', uriBaseId: 'ROOT' },
        },
      },
      'src/launch.js:3',
    ],
  ])('%s', async (_name, result, run, expected) => {
    await repo.ok(findingImport, { report: sarif([result], run), ...atBase });
    const { findings } = await repo.ok(findingList, {});
    expect(findings.map(({ path, lineStart }) => `${path}:${lineStart}`)).toEqual([expected]);
  });

  it('inside the repository by an absolute path', async () => {
    const uri = `file://${encodeURI(join(repo.repository, 'src/with space é.js'))}`;
    await repo.ok(findingImport, { report: sarif([at(uri)]), repository: true });
    expect((await repo.ok(findingList, {})).findings).toMatchObject([{ path: 'src/with space é.js', lineStart: 1 }]);
  });
});

describe('levels', () => {
  it.each<[object, string]>([
    [{ level: 'error' }, 'high'],
    [{ level: 'warning' }, 'medium'],
    [{ level: 'note' }, 'low'],
    [{ level: 'none' }, 'low'],
    [{}, 'medium'],
    [{ level: 'note', properties: { 'security-severity': '9.8' } }, 'high'],
    [{ level: 'error', properties: { 'security-severity': '4.0' } }, 'medium'],
    [{ level: 'error', properties: { 'security-severity': '0.1' } }, 'low'],
    [{ level: 'error', properties: { 'security-severity': '' } }, 'high'],
  ])('%j is %s', async (more, severity) => {
    await repo.ok(findingImport, { report: sarif([{ ...at('README.md'), ...more }]), repository: true });
    expect((await repo.ok(findingList, {})).findings).toMatchObject([{ severity }]);
  });
});

describe('results that are no findings', () => {
  it('are skipped and named', async () => {
    const answer = await repo.ok(findingImport, {
      report: sarif([
        { ...at('README.md'), kind: 'pass' },
        { ...at('README.md'), baselineState: 'absent' },
        { message: { text: 'The whole thing' } },
        { ...at('README.md'), suppressions: [{ kind: 'external', status: 'rejected' }] },
      ]),
      repository: true,
    });
    expect(answer).toMatchObject({
      recorded: 1,
      skipped: {
        count: 3,
        reasons: [
          'Run 1, result 1 is not a failure but “pass”.',
          'Run 1, result 2 is absent from the tool’s current results.',
          'Run 1, result 3 names no file.',
        ],
      },
    });
  });
});

describe('a report that cannot be used changes nothing', () => {
  it.each<[string, string, string]>([
    ['cut off', report('eslint').slice(0, 4000), 'The report is truncated: its JSON is incomplete.'],
    ['no JSON', '<xml/>', 'The report is not valid JSON.'],
    ['empty', ' ', 'The report is empty.'],
    ['something else', '{"a":1}', 'The report is neither SARIF nor review comments.'],
    ['of another version', '{"version":"1.0.0","runs":[]}', 'The report is SARIF 1.0.0, not 2.1.0.'],
    [
      'malformed',
      '{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"x"}},"results":{}}]}',
      'Cannot read the report: results: it must be a list, not an object.',
    ],
    ['out of the repository', sarif([at('../secret')]), 'Run 1, result 1: “../secret” is not inside the repository.'],
    [
      'out of it, escaped',
      sarif([at('%2e%2e/secret')]),
      'Run 1, result 1: “%2e%2e/secret” is not inside the repository.',
    ],
    [
      'elsewhere',
      sarif([at('/builds/other/README.md'), at('/etc/passwd')]),
      'Run 1, result 1: “/builds/other/README.md” is not inside the repository.',
    ],
    [
      'on the web',
      sarif([at('https://example.com/a.js')]),
      'Run 1, result 1: “https://example.com/a.js” is not a file.',
    ],
    [
      'without a run that can be read',
      '{"version":"2.1.0","runs":[{"results":[]},{"tool":"x"}]}',
      'Cannot read the report: tool is missing.',
    ],
  ])('%s', async (_name, text, message) => {
    expect(await repo.refused(findingImport, { report: text, repository: true })).toMatchObject({
      code: 'invalid_input',
      message,
    });
  });

  it('of 50 MB', async () => {
    const large = sarif([{ ...at('README.md'), message: { text: 'x'.repeat(50 * 1024 * 1024) } }]);
    expect((await repo.refused(findingImport, { report: large, repository: true })).message).toBe(
      'The report is 51 MB; the limit for one import is 32 MB.',
    );
  });

  it('of more than 10,000 results', async () => {
    const many = sarif(Array.from({ length: 10_001 }, () => at('README.md')));
    expect((await repo.refused(findingImport, { report: many, repository: true })).message).toBe(
      'The report has 10001 results; the limit for one import is 10,000.',
    );
  });

  it('of nowhere', async () => {
    expect((await repo.refused(findingImport, { repository: true })).message).toBe('No report given.');
    expect((await repo.refused(findingImport, { path: 'none.sarif', repository: true })).code).toBe('not_found');
    expect((await repo.refused(findingImport, { path: '../x', repository: true })).code).toBe('invalid_input');
  });
});

describe('review comments', () => {
  it('are read in our words and in a forge’s', async () => {
    repo.write(
      'comments.json',
      JSON.stringify({
        tool: 'reviewer bot',
        comments: [
          { path: 'src/launch.js', line: '3-4', severity: 'high', text: 'Zero fuel is no fuel', fix: 'Refuse it' },
          { path: 'src/launch.js', start_line: 7, line: 9, side: 'RIGHT', body: 'Count down', user: { login: 'ann' } },
          { path: 'README.md', line: null, body: 'Says little' },
          { path: 'README.md', line: 1, body: ' ' },
        ],
      }),
    );
    expect(await repo.ok(findingImport, { path: 'comments.json', repository: true })).toMatchObject({
      recorded: 3,
      skipped: { count: 1, reasons: ['Comment 4 has no text.'] },
    });
    expect(await places()).toEqual([
      'high src/launch.js:3-4 null: Zero fuel is no fuel',
      'medium src/launch.js:7-9 null: Count down',
      'medium README.md:null-null null: Says little',
    ]);
  });

  it('are kept whatever words a reviewer has for a severity, and without what is wrong', async () => {
    const comments = [
      { path: 'README.md', line: 1, body: 'One', severity: 'critical' },
      { path: 'README.md', line: 1, body: 'Two', severity: 'Nit' },
      { path: 'README.md', line: 1, body: 'Three', severity: 'warning', mode: 'fast', fix: 3 },
      { path: 'README.md', line: { from: 1 }, body: 'Four', severity: 'spicy', key: '' },
      { path: null, body: 'Five', severity: null },
      { path: 'README.md', line: 99, body: 'Six', key: 'a b' },
      'Seven',
      { path: 'https://example.com/a', body: 'Eight' },
    ];
    const report = JSON.stringify({ tool: null, comments });
    expect(await repo.ok(findingImport, { report, repository: true })).toMatchObject({
      recorded: 5,
      skipped: {
        count: 3,
        reasons: [
          'Comment 5 names no file.',
          'Comment 7 is not an object.',
          'Comment 8: “https://example.com/a” is not a file.',
        ],
      },
      adjusted: {
        count: 2,
        reasons: [
          'Comment 4: the severity “spicy” is not known; recorded as medium.',
          'Comment 6: line 99 not found, README.md has 4 lines; recorded for the whole file.',
        ],
      },
    });
    expect((await places()).map(place => place.split(' null: ')[0])).toEqual([
      'high README.md:1-1',
      'low README.md:1-1',
      'medium README.md:1-1',
      'medium README.md:null-null',
      'medium README.md:null-null',
    ]);
  });

  it('are known again as what finding.record has recorded', async () => {
    await repo.ok(findingRecord, { severity: 'low', path: 'README.md', text: 'Says little', repository: true });
    const comments = JSON.stringify([{ path: 'README.md', line: 2, text: 'says little.' }]);
    expect(await repo.ok(findingImport, { report: comments, repository: true })).toMatchObject({ known: 1 });
  });
});

describe('exporting', () => {
  it('writes SARIF whose import gives the same findings', async () => {
    await repo.ok(findingImport, { report: report('eslint'), ...atBase });
    await repo.ok(findingRecord, {
      severity: 'low',
      path: 'src/with space é.js',
      line: '1-2',
      text: 'Two {0} in one',
      fix: 'Split it',
      id: 'split',
      mode: 'release_audit',
      repository: true,
    });
    const { sarif: log } = await repo.ok(findingExport, {});
    expect(await repo.ok(findingImport, { report: JSON.stringify(log), repository: true })).toMatchObject({
      recorded: 0,
      known: 10,
      missing: { count: 0 },
    });
    const other = new GitTestRepository();
    try {
      cpSync(join(fixtures, 'rocket'), other.repository, { recursive: true });
      other.commit('Build a rocket');
      expect(await other.ok(findingImport, { report: JSON.stringify(log), repository: true })).toMatchObject({
        recorded: 10,
      });
      const pick = async (from: GitTestRepository) =>
        (await from.ok(findingList, { order: 'created' })).findings.map(
          ({ severity, mode, path, lineStart, lineEnd, text, fix, rule, tool, key }) =>
            JSON.stringify([severity, mode, path, lineStart, lineEnd, text, fix, rule, tool, key]),
        );
      expect(await pick(other)).toEqual(await pick(repo));
    } finally {
      await other.close();
    }
  });

  it('gives each result what the standard asks for', async () => {
    await repo.ok(findingImport, { report: report('codeql'), ...atBase });
    await repo.ok(findingWontfix, { ids: ['F-2'], note: 'It is used elsewhere' }, person);
    repo.write('src/launch.js', `// above\n${readFileSync(join(fixtures, 'rocket/src/launch.js'), 'utf8')}`);
    const { findings, file, sarif: log } = await repo.ok(findingExport, { status: 'any' });
    expect([findings, file]).toEqual([2, null]);
    expect(log).toMatchObject({
      $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
      version: '2.1.0',
      runs: [
        {
          tool: { driver: { name: 'CodeQL', rules: [{ id: 'js/code-injection' }, { id: 'js/useless-assignment' }] } },
          results: [
            {
              ruleId: 'js/code-injection',
              ruleIndex: 0,
              level: 'error',
              message: { text: 'This code depends on a [user-provided value](1).' },
              locations: [
                {
                  physicalLocation: {
                    artifactLocation: { uri: 'src/launch.js' },
                    region: { startLine: 7, endLine: 7 },
                  },
                },
              ],
              partialFingerprints: { 'stateroom/v1': expect.stringMatching(/^[0-9a-f]{64}$/) },
            },
            {
              ruleIndex: 1,
              level: 'warning',
              suppressions: [{ kind: 'external', status: 'accepted', justification: 'It is used elsewhere' }],
            },
          ],
        },
      ],
    });
  });

  it('writes a new file of the worktree, and no other', async () => {
    await repo.ok(findingRecord, { severity: 'low', path: 'README.md', text: 'Short', repository: true });
    expect(await repo.ok(findingExport, { file: 'build/out.sarif' })).toEqual({
      findings: 1,
      file: 'build/out.sarif',
      sarif: null,
    });
    const text = readFileSync(join(repo.repository, 'build/out.sarif'), 'utf8');
    // The standard asks every result for a rule, also where a reviewer named none.
    expect(JSON.parse(text).runs).toMatchObject([
      { tool: { driver: { name: 'Stateroom' } }, results: [{ ruleId: 'stateroom/remark', level: 'note' }] },
    ]);
    expect(await repo.refused(findingExport, { file: 'build/out.sarif' })).toMatchObject({ code: 'conflict' });
    expect(await repo.refused(findingExport, { file: '../out.sarif' })).toMatchObject({ code: 'invalid_input' });
  });

  it('says that nothing was found', async () => {
    expect((await repo.ok(findingExport, {})).sarif).toMatchObject({
      runs: [{ tool: { driver: { name: 'Stateroom' } }, results: [] }],
    });
  });
});
