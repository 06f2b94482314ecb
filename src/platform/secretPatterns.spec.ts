import { afterEach, describe, expect, it } from 'vitest';
import { tokenSamples } from '../../test/support/secretSamples.js';
import { maskValuesOf, redact, redactCode, redactTokens, withoutPattern } from './redact.js';
import { placePatterns, type SecretPattern, tokenPatterns } from './secretPatterns.js';

/** A text of each place, with its secret behind it. */
const placeSamples: Readonly<Record<string, readonly [text: string, secret: string]>> = {
  'user of curl': ['curl -s -u ann:hunter2 https://x', 'hunter2'],
  'password of MySQL': ['mysql -u root -phunter2 db', 'hunter2'],
  cookies: [`curl -H 'Cookie: sid=abc; x=1' u`, 'sid=abc; x=1'],
  'password in an address': ['postgres://ann:hunter2@db/x', 'hunter2'],
  'authorization header': ['Authorization: Bearer abcdef', 'abcdef'],
  'bearer token': ['bearer abcdefghijklmnop0123', 'abcdefghijklmnop0123'],
};

const all: readonly SecretPattern[] = [...tokenPatterns, ...placePatterns];

it('has one name and one sample for each pattern', () => {
  expect(Object.keys(tokenSamples)).toEqual(tokenPatterns.map(({ name }) => name));
  expect(Object.keys(placeSamples)).toEqual(placePatterns.map(({ name }) => name));
  expect(all.filter(({ pattern }) => !pattern.global)).toEqual([]);
});

it.each(tokenPatterns)('takes out a $name alone, and as a whole', secret => {
  const sample = tokenSamples[secret.name] ?? '';
  expect(withoutPattern(`a (${sample}) b`, secret)).toBe('a ([redacted]) b');
  for (const mask of [redactTokens, redact, redactCode]) expect(mask(`is “${sample}”, so`)).toBe('is “[redacted]”, so');
});

it.each(placePatterns)('takes out the $name, and nothing beside it', secret => {
  const [text, found] = placeSamples[secret.name] ?? ['', ''];
  expect(withoutPattern(text, secret)).toBe(text.replace(found, '[redacted]'));
});

it.each([
  'cache-key-d41d8cd98f00b204e9800998ecf8427e',
  'pack-pul-da39a3ee5e6b4b0d3255bfef95601890afd80709',
  'http://proxy:8080,ann@example.com',
])('leaves %s as it is', text => {
  expect(redact(text)).toBe(text);
});

describe('speed', () => {
  afterEach(() => maskValuesOf({}));

  const firstLine = '-----BEGIN PRIVATE KEY-----\n'.replace('PRIVATE', 'RSA PRIVATE');
  /** Beginnings that a pattern could look for again at each of them, cut where its sample would still have to continue. */
  const hostile: readonly (readonly [name: string, part: string])[] = [
    ...Object.entries(tokenSamples).flatMap(([name, sample]) => [
      [`${name}, cut`, `-${sample.slice(0, 12)}`] as const,
      [`${name}, without an end`, `${sample.slice(0, -6)}_ `] as const,
    ]),
    ...Object.entries(placeSamples).map(
      ([name, [text, secret]]) => [name, text.slice(0, text.indexOf(secret))] as const,
    ),
    ['first lines of keys', firstLine],
    ['names of secrets', 'token '],
    ['settings', 'pwd: a '],
    ['values of variables', 'Tr0ub4dor-and-3-hors'],
  ];

  it.each(hostile)('grows with the length of a text that holds %s again and again', (_, part) => {
    maskValuesOf({ X_API_KEY: 'Tr0ub4dor-and-3-horses' });
    const textOf = (length: number): string => part.repeat(Math.ceil(length / part.length));
    const [short, long] = [textOf(125_000), textOf(1_000_000)];
    /** Time of the processor that the long text took for each of the short one, which can be too quick to be measured. */
    const ratio = (): number =>
      timeOf(() => redact(long)) /
      Math.max(
        timeOf(() => redact(short)),
        5,
      );
    // Eight times the text: what is quadratic takes sixty-four times as long, again and again.
    expect([1, 2, 3, 4].some(() => ratio() < 30)).toBe(true);
  });
});

/** ms of the processor, which a busy machine does not lengthen. */
function timeOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
