import { describe, expect, it } from 'vitest';
import { intentOf, runName, slugOf, targetPropertiesOf } from './request.js';

describe('a request', () => {
  it.each([
    ['Commit the fix for the slow benchmark', 'landing'],
    ['Profile the import, then fix it', 'performance'],
    ['Why is the total wrong?', 'debug'],
    ['Update the README', 'docs'],
    ['Improve the search', 'implementation'],
    ['Why is the checkout slow on Mondays?', 'investigation'],
  ])('“%s” is about %s', (request, intent) => {
    expect(intentOf(request)).toBe(intent);
  });

  it.each([
    ['Where is the address?', 'implementation', 'investigation'],
    ['Why do the tests keep failing?', 'debug', 'debug'],
    ['Committed too early', 'landing', 'landing'],
    ['Is the island reachable?', 'landing', 'investigation'],
  ] as const)('“%s” is about %s by parts of words, about %s by words', (request, byParts, byWords) => {
    expect([intentOf(request, 'parts'), intentOf(request)]).toEqual([byParts, byWords]);
  });

  it.each([
    ['Test the GPU workflow', ['discoverability', 'performance', 'verification']],
    ['Fall back to the CPU: fallback', ['gpu-first execution']],
    ['Why is it slow?', ['task-specific correctness']],
  ])('“%s” asks for %j', (request, properties) => {
    expect(targetPropertiesOf(request)).toEqual(properties);
  });

  it.each([
    ['Why is the checkout slow?', 'why-is-the-checkout-slow'],
    ['  ---  ', 'agent-run'],
    ['Größe', 'gr-e'],
    ['a'.repeat(60), 'a'.repeat(48)],
    [`${'a'.repeat(47)} b`, 'a'.repeat(47)],
  ])('“%s” is called %s', (request, slug) => {
    expect(slugOf(request)).toBe(slug);
  });

  it('is named by its second', () => {
    expect(runName('Why?', Date.UTC(2026, 10, 27, 9, 15, 7, 123))).toBe('20261127T091507Z-why');
  });
});
