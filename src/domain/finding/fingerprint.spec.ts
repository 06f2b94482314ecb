import { describe, expect, it } from 'vitest';
import { fingerprintText } from './fingerprint.js';

const remark = { path: 'src/a.ts', rule: null, text: 'The retry on line 12 never ends.' };

describe('the fingerprint of a remark', () => {
  it.each([
    'The retry on line 12 never ends.',
    'the  retry on\nline 40 NEVER ends',
    'The retry on line 7 to 9 never ends!',
    ' The retry on line 7-9 never ends ',
  ])('is the same for %j', text => {
    expect(fingerprintText({ ...remark, text })).toBe('["src/a.ts","","the retry on line never ends"]');
  });

  it('is another for another file, rule or text', () => {
    expect(fingerprintText({ ...remark, path: 'src/b.ts' })).toBe('["src/b.ts","","the retry on line never ends"]');
    expect(fingerprintText({ ...remark, side: 'head' })).toBe('["src/a.ts","","the retry on line never ends"]');
    expect(fingerprintText({ ...remark, side: 'base' })).toBe('["src/a.ts","","the retry on line never ends","base"]');
    expect(fingerprintText({ ...remark, rule: 'no-loop' })).toBe(
      '["src/a.ts","no-loop","the retry on line never ends"]',
    );
    expect(fingerprintText({ ...remark, text: 'Waits 12 s' })).toBe('["src/a.ts","","waits 12 s"]');
    expect(fingerprintText({ ...remark, text: 'Waits 13 s' })).toBe('["src/a.ts","","waits 13 s"]');
  });
});
