import { describe, expect, it } from 'vitest';
import { testSummary } from './testSummary.js';

const lines = (...text: readonly string[]): string => `${text.join('\n')}\n`;

describe('the summary of a test run', () => {
  it.each([
    [
      'node --test',
      lines(
        '✔ adds (0.5ms)',
        '✖ subtracts (1.2ms)',
        'ℹ tests 2',
        'ℹ suites 0',
        'ℹ pass 1',
        'ℹ fail 1',
        'ℹ duration_ms 712.6',
        '',
        '✖ failing tests:',
        '✖ subtracts (1.2ms)',
      ),
      'tests 2, pass 1, fail 1; ✖ subtracts (1.2ms)',
    ],
    [
      'node --test as TAP',
      lines('ok 1 - adds', 'not ok 2 - subtracts', '# tests 2', '# pass 1', '# fail 1', '# duration_ms 8'),
      'tests 2, pass 1, fail 1; not ok 2 - subtracts',
    ],
    [
      'vitest',
      lines(
        ' FAIL  src/a.test.ts > adds',
        ' Test Files  1 failed (1)',
        '      \u001b[2mTests\u001b[22m  1 failed | 3 passed (4)',
        '   Duration  812ms',
      ),
      'Tests 1 failed | 3 passed (4); FAIL src/a.test.ts > adds',
    ],
    [
      'jest',
      lines(
        'FAIL ./a.test.js',
        '  ● adds',
        'Tests:       1 failed, 2 passed, 3 total',
        'Snapshots:   0 total',
        'Time:        0.4 s',
        'Ran all test suites.',
      ),
      'Tests: 1 failed, 2 passed, 3 total; FAIL ./a.test.js; ● adds',
    ],
    [
      'pytest',
      lines('FAILED tests/test_a.py::test_adds - assert 1 == 2', '===== 1 failed, 2 passed in 0.12s =====', ''),
      '1 failed, 2 passed in 0.12s; FAILED tests/test_a.py::test_adds - assert 1 == 2',
    ],
    [
      'unittest',
      lines('FAIL: test_adds (test_a.Adds)', 'Ran 3 tests in 0.001s', '', 'FAILED (failures=1)'),
      'Ran 3 tests in 0.001s; FAIL: test_adds (test_a.Adds)',
    ],
    [
      'go test',
      lines('--- FAIL: TestAdds (0.00s)', 'FAIL', 'FAIL\texample.com/a\t0.003s', 'ok  \texample.com/b\t0.002s', 'FAIL'),
      'FAIL example.com/a 0.003s, ok example.com/b 0.002s; --- FAIL: TestAdds (0.00s)',
    ],
    [
      'cargo test',
      lines(
        'test adds ... FAILED',
        'test result: FAILED. 1 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out',
        '',
        'error: test failed, to rerun pass `--lib`',
      ),
      'test result: FAILED. 1 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; test adds ... FAILED',
    ],
    [
      'mocha',
      lines('  3 passing (8ms)', '  1 failing', '', '  1) adds:', '     AssertionError: 1 == 2'),
      '3 passing (8ms), 1 failing; 1) adds:',
    ],
  ])('has the line with the numbers and the failing tests of %s', (_runner, output, text) => {
    expect(testSummary(output)).toEqual({ text, ranNone: false });
  });

  it.each([
    ['node --test', lines('ℹ tests 0', 'ℹ suites 0', 'ℹ pass 0', 'ℹ fail 0'), 'no test ran, tests 0'],
    [
      'vitest',
      lines('No test files found, exiting with code 0'),
      'no test ran, No test files found, exiting with code 0',
    ],
    ['jest', lines('No tests found, exiting with code 0'), 'no test ran, No tests found, exiting with code 0'],
    ['pytest', lines('==== no tests ran in 0.01s ===='), 'no test ran, no tests ran in 0.01s'],
    ['unittest', lines('Ran 0 tests in 0.000s', '', 'OK'), 'no test ran, Ran 0 tests in 0.000s'],
    [
      'go test',
      lines('ok  \tx/a\t0.01s [no tests to run]', '?   \tx/b\t[no test files]'),
      'no test ran, ok x/a 0.01s [no tests to run], ? x/b [no test files]',
    ],
    [
      'cargo test',
      lines('test result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 9 filtered out'),
      'no test ran, test result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 9 filtered out',
    ],
    ['mocha', lines('  0 passing (1ms)'), 'no test ran, 0 passing (1ms)'],
  ])('says that %s ran none', (_runner, output, text) => {
    expect(testSummary(output)).toEqual({ text, ranNone: true });
  });

  it('counts the tests of all runners in one command', () => {
    const output = lines('ℹ tests 0', 'ℹ pass 0', '  2 passing (3ms)');
    expect(testSummary(output)).toEqual({ text: 'tests 0, 2 passing (3ms)', ranNone: false });
    const doc = 'test result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out';
    const unit = 'test result: ok. 4 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out';
    expect(testSummary(lines(unit, doc)).ranNone).toBe(false);
  });

  it('names three failing tests at most', () => {
    const output = lines(...[1, 2, 3, 4, 5].map(each => ` FAIL  a.test.ts > ${each}`), ' Tests  5 failed (5)');
    expect(testSummary(output).text).toBe(
      'Tests 5 failed (5); FAIL a.test.ts > 1; FAIL a.test.ts > 2; FAIL a.test.ts > 3; and 2 more',
    );
  });

  it('is not made of other output', () => {
    expect(testSummary(lines('built in 3 s', '0 problems', 'tests 0', '12 passed the check'))).toEqual({
      text: undefined,
      ranNone: false,
    });
  });
});
