import { describe, expect, it } from 'vitest';
import { alertIn } from './logAlert.js';

/** 28 November 2026, 12:00:30 UTC. */
const at = Date.UTC(2026, 10, 28, 12, 0, 30);
const local = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute).getTime();

describe('the alert of a log', () => {
  it.each([
    ['Claude AI usage limit reached|1795964400', 1_795_964_400_000],
    ["You've hit your limit · resets 3pm (UTC)", Date.UTC(2026, 10, 28, 15)],
    ["You've hit your session limit · resets 3:45pm (Europe/Berlin)", Date.UTC(2026, 10, 28, 14, 45)],
    ['5-hour limit reached ∙ resets 9am (UTC)', Date.UTC(2026, 10, 29, 9)],
    ['  ⎿ API Error: 429 {"type":"error","error":{"type":"rate_limit_error"}}', null],
    ["ERROR: You've hit your usage limit. Upgrade to Pro or try again in 3 hours 22 minutes.", at + 202 * 60_000],
    [
      "■ You've hit your usage limit. Visit the page to purchase more credits or try again at 15:30.",
      local(28, 15, 30),
    ],
    ["■ You've hit your usage limit. Try again at Nov 30th, 2026 3:07 PM.", local(30, 15, 7)],
    ['stream error: exceeded retry limit, last status: 429 Too Many Requests', null],
    ['Error: Rate limit reached for gpt-5 in organization org-1 on tokens. Please try again in 1.5s.', at + 1500],
    ['[API Error: You exceeded your current quota, please check your plan. Please retry in 34.07s.', at + 34_070],
    ['Attempt 1 failed with status 429. Retrying with backoff...', null],
    ["Sorry, you've exceeded your rate limits. Please try again in 2 hours.", at + 7_200_000],
    ['Error: Too Many Requests, retry-after: 30', at + 30_000],
    ['API rate limit exceeded for user ID 1.\nx-ratelimit-reset: 1795964400', 1_795_964_400_000],
    ['API rate limit exceeded for user ID 1.\nx-ratelimit-reset: 9999999999', null],
    ['Rate limit exceeded. Try again in 99999999999 days', null],
    ['Error: Too Many Requests, retry after 5 minutes', at + 300_000],
    ["You've hit your limit · resets Nov 30, 3pm (America/Los_Angeles)", Date.UTC(2026, 10, 30, 23)],
    ["You've hit your limit · resets Jan 2, 3pm (UTC)", Date.UTC(2027, 0, 2, 15)],
    ["\u001b[31mYou've hit your limit\u001b[0m · resets 3pm (UTC)", Date.UTC(2026, 10, 28, 15)],
  ])('knows a limit: %s', (line, resetsAt) => {
    expect(alertIn(`working\n${line}\n`, at)).toEqual({ kind: 'rateLimit', resetsAt });
    // Programs say once more that they end.
    expect(alertIn(`${line}\n\nretrying\n── 2026-11-28T12:00:31.000Z ended with exit code 1\n`, at)).toMatchObject({
      kind: 'rateLimit',
    });
  });

  it.each([
    'API Error (Connection error.)',
    '  ⎿ API Error: Connection error.',
    'Unable to connect to API (ECONNREFUSED)',
    'stream error: error sending request for url (https://api.example/v1/responses); retrying 1/5 in 200ms',
    'Error: getaddrinfo ENOTFOUND api.example',
    'TypeError: fetch failed',
    "fatal: unable to access 'https://host.example/a.git/': Could not resolve host: host.example",
  ])('knows a network that cannot be reached: %s', line => {
    expect(alertIn(`${line}\n`, at)).toEqual({ kind: 'network', resetsAt: null });
  });

  it.each([
    "  throw new Error('API rate limit exceeded');",
    '+const message = "You\'ve hit your usage limit. Try again in 3 hours";',
    '12: // Rate limit reached for this user: 429 Too Many Requests',
    'I will handle “Claude AI usage limit reached|1795964400” in the client.',
    '- `429 Too Many Requests` is retried after `retry-after` seconds',
    '"Error: getaddrinfo ENOTFOUND api.example"',
    'src/limit.ts:3:export const text = `Too Many Requests`',
    'The rate limit exceeded its bound, so the test fails. fetch failed',
    '| API Error | shown when the API rate limit exceeded |',
    'Rate limit exceeded errors are now retried.',
    '429 Too Many Requests is what the endpoint answers',
    'usage limit reached is shown in the header',
    '> Too Many Requests',
    'Error: connect ECONNREFUSED 127.0.0.1:5432',
    'curl: (7) Failed to connect to localhost port 8080',
  ])('is not given for a line that quotes it: %s', line => {
    expect(alertIn(`${line}\n`, at)).toBeUndefined();
  });

  it('ends when the program goes on, or is started again', () => {
    const limit = "You've hit your limit · resets 3pm (UTC)\n";
    expect(alertIn(limit + 'It goes on.\n'.repeat(8), at)).toBeDefined();
    expect(alertIn(limit + 'It goes on.\n'.repeat(9), at)).toBeUndefined();
    const again = '── 2026-11-28T12:00:31.000Z codex\nReading the plan\n';
    expect(alertIn(limit + again, at)).toBeUndefined();
    // One that has printed nothing yet, too.
    expect(
      alertIn(`${limit}── 2026-11-28T12:00:31.000Z ended with exit code 1\n── 2026-11-28T12:00:32.000Z codex\n`, at),
    ).toBeUndefined();
    expect(alertIn(`${limit}── 2026-11-28T12:00:31.000Z was killed by SIGTERM\n`, at)).toBeDefined();
    expect(alertIn('', at)).toBeUndefined();
  });
});
