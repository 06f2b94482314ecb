import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeCursor, encodeCursor } from './cursor.js';

describe('cursors', () => {
  it('come back as they went', () => {
    const value = fc.oneof(
      fc.string(),
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e300, max: 1e300 }),
    );
    fc.assert(
      fc.property(fc.array(value, { maxLength: 6 }), values => {
        const normal = values.map(each =>
          Object.is(each, -0) ? 0 : typeof each === 'string' ? wellFormed(each) : each,
        );
        const cursor = encodeCursor('queue', normal);
        expect(cursor).toMatch(/^[\w-]+$/);
        expect(decodeCursor('queue', normal.length, cursor)).toEqual(normal);
      }),
    );
  });

  it('belong to one order and one number of values', () => {
    const cursor = encodeCursor('queue', [1, 2]);
    expect(decodeCursor('queue', 2, cursor)).toEqual([1, 2]);
    expect(decodeCursor('updated', 2, cursor)).toBeUndefined();
    expect(decodeCursor('queue', 3, cursor)).toBeUndefined();
  });

  it('are never taken from junk', () => {
    for (const junk of ['', '!', 'bnVsbA', 'W10', 'e30', btoa('["queue",null]'), btoa('["queue",{"a":1}]')]) {
      expect(decodeCursor('queue', 1, junk)).toBeUndefined();
    }
    fc.assert(
      fc.property(fc.string(), junk => {
        expect(() => decodeCursor('queue', 1, junk)).not.toThrow();
      }),
    );
  });
});

/** Cursors carry text that came out of a store, which has no halves of characters. */
function wellFormed(text: string): string {
  return new TextDecoder().decode(new TextEncoder().encode(text));
}
