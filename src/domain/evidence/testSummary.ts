/** Summary of a test runner's output. */
export interface TestSummary {
  /** Its summarizing line and then failing ones, as `3 failed; FAIL src/a.test.ts`; undefined for other output. */
  readonly text: string | undefined;
  /** True if a runner reported its number of tests, and no runner had any. */
  readonly ranNone: boolean;
}

interface Runner {
  /** Summarizing line; its first group is shown, else the line. */
  readonly summary: RegExp;
  readonly failing?: RegExp;
  /** Counts a summarizing line's tests; undefined if it gives no number. */
  readonly count?: (line: string) => number | undefined;
}

const numbersBefore =
  (...words: readonly string[]) =>
  (line: string): number =>
    [...line.matchAll(new RegExp(`(\\d+) (?:${words.join('|')})`, 'g'))].reduce(
      (sum, [, count]) => sum + Number(count),
      0,
    );
const numberIn = (line: string): number => Number(/\d+/.exec(line)?.[0] ?? 0);
const none = (): number => 0;
const some = (): number => 1;

const runners: readonly Runner[] = [
  // node --test, as specification and as TAP.
  { summary: /^[\u2139#] (tests \d+)$/, failing: /^\s*(?:\u2716 (?!failing tests:)|not ok \d+ )/, count: numberIn },
  { summary: /^[\u2139#] ((?:pass|fail|cancelled|skipped|todo) [1-9]\d*)$/ },
  // vitest
  {
    summary: /^\s*(Tests\s+\d+ (?:passed|failed|skipped|todo).*)$/,
    failing: /^ FAIL\s/,
    count: numbersBefore('passed', 'failed', 'skipped', 'todo'),
  },
  { summary: /^(No test files found.*)$/, count: none },
  // jest
  { summary: /^(Tests:\s+.*\d+ total)$/, failing: /^(?:FAIL |\s+\u25cf )/, count: numbersBefore('total') },
  { summary: /^(No tests found.*)$/, count: none },
  // pytest
  {
    summary:
      /^=*\s*(\d+ (?:passed|failed|errors?|skipped|deselected|xfailed|xpassed|warnings?)\b.* in [\d.]+s.*?)\s*=*$/,
    failing: /^(?:FAILED|ERROR) [^\s(]/,
    count: numbersBefore('passed', 'failed', 'errors?', 'skipped', 'xfailed', 'xpassed'),
  },
  { summary: /^=*\s*(no tests ran in [\d.]+s.*?)\s*=*$/, count: none },
  // unittest
  { summary: /^(Ran \d+ tests? in [\d.]+s)$/, failing: /^(?:FAIL|ERROR): /, count: numberIn },
  // go test
  { summary: /^ok\s+\S+\s+.*\[no tests to run\]$/, count: none },
  { summary: /^\?\s+\S+\s+\[no test files\]$/, count: none },
  { summary: /^ok\s+\S+\s+(?:[\d.]+s|\(cached\))/, count: some },
  { summary: /^FAIL\s+\S+\s+[\d.]+s$/, failing: /^\s*--- FAIL: /, count: some },
  // cargo test
  {
    summary: /^(test result: .*)$/,
    failing: /^test .* \.\.\. FAILED$/,
    count: numbersBefore('passed', 'failed', 'ignored', 'measured'),
  },
  // mocha
  { summary: /^\s*(\d+ passing\b.*)$/, failing: /^\s+\d+\) \S/, count: numberIn },
  { summary: /^\s*(\d+ (?:failing|pending)\b.*)$/, count: numberIn },
];

/** Max bytes of output searched, from its end. */
const searched = 200_000;
const maxFailing = 3;
const maxSummaries = 4;

// biome-ignore lint/suspicious/noControlCharactersInRegex: terminal colours begin with one
const terminalCodes = /\u001b\[[0-9;?]*[ -/]*[@-~]/g;

/** Finds the summarizing and failing lines of node --test, vitest, jest, pytest, unittest, go test, cargo and mocha. */
export function testSummary(output: string): TestSummary {
  const summaries: string[] = [];
  const failing: string[] = [];
  let tests: number | undefined;
  for (const raw of output.slice(-searched).replace(terminalCodes, '').split('\n')) {
    const line = raw.trimEnd();
    for (const { summary, failing: failed, count } of runners) {
      const found = summary.exec(line);
      if (found !== null) {
        summaries.push((found[1] ?? line).replace(/\s+/g, ' ').trim());
        const counted = count?.(found[1] ?? line);
        if (counted !== undefined) tests = (tests ?? 0) + counted;
        break;
      }
      const text = line.replace(/\s+/g, ' ').trim();
      if (failed?.test(line) === true && !failing.includes(text)) failing.push(text);
    }
  }
  if (tests === undefined) return { text: undefined, ranNone: false };
  const shown = tests === 0 ? ['no test ran', ...new Set(summaries)] : [...new Set(summaries.slice(-maxSummaries))];
  const more = failing.length > maxFailing ? [`and ${failing.length - maxFailing} more`] : [];
  return {
    text: [shown.slice(0, maxSummaries + 1).join(', '), ...failing.slice(0, maxFailing), ...more].join('; '),
    ranNone: tests === 0,
  };
}
