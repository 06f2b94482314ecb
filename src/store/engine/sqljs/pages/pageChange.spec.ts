import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyChange, changePage, maxChange, Page, pageSize, readChanges, Undo } from './pageChange.js';

/** Memory of the library with a page somewhere in it. */
function memoryWith(page: Uint8Array, at: number): { bytes: Uint8Array; words: Int32Array } {
  const bytes = new Uint8Array(at + pageSize + 64);
  bytes.set(page, at);
  return { bytes, words: new Int32Array(bytes.buffer) };
}

/** Some pieces of a page, as transactions write them. */
const edits = fc.array(
  fc.record({
    at: fc.integer({ min: 0, max: pageSize - 1 }),
    bytes: fc.uint8Array({ minLength: 1, maxLength: 300 }),
  }),
  { maxLength: 12 },
);

function edited(page: Uint8Array, changes: readonly { at: number; bytes: Uint8Array }[]): Uint8Array {
  const copy = page.slice();
  for (const { at, bytes } of changes) copy.set(bytes.subarray(0, pageSize - at), at);
  return copy;
}

describe('the change of a page', () => {
  it('leads from what was there to what is there now, and back', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: pageSize, maxLength: pageSize }), edits, (before, changes) => {
        const after = edited(before, changes);
        const page = new Page();
        page.bytes.set(before);
        const out = new Uint8Array(maxChange);
        const undo = new Undo();
        const memory = memoryWith(after, 32);
        const end = changePage(out, 0, 7, page, memory.bytes, memory.words, 32, undo);
        expect(Buffer.compare(page.bytes, after)).toBe(0);

        const other = before.slice();
        const read = readChanges(Buffer.from(out.buffer), 0, end, 8) ?? [];
        for (const { page: number, at } of read) {
          expect(number).toBe(7);
          applyChange(other, out, at);
        }
        expect(Buffer.compare(other, after)).toBe(0);

        undo.restore();
        expect(Buffer.compare(page.bytes, before)).toBe(0);
      }),
    );
  });

  it('takes a few bytes for a few bytes, and none for none', () => {
    const page = new Page();
    const out = new Uint8Array(maxChange);
    const same = memoryWith(page.bytes, 0);
    expect(changePage(out, 0, 1, page, same.bytes, same.words, 0, new Undo())).toBe(0);
    const after = edited(page.bytes, [
      { at: 100, bytes: Uint8Array.of(1, 2, 3) },
      { at: 4090, bytes: Uint8Array.of(9) },
    ]);
    const memory = memoryWith(after, 0);
    const end = changePage(out, 0, 1, page, memory.bytes, memory.words, 0, new Undo());
    expect([...out.subarray(0, end)]).toEqual([
      ...[1, 0, 0, 0],
      ...[2, 0],
      ...[12, 0, 0, 0],
      ...[100, 0, 3, 0, 1, 2, 3],
      ...[250, 15, 1, 0, 9],
    ]);
  });

  const change = (...bytes: number[]) => Buffer.from(bytes);
  it.each([
    ['ends within its head', change(1, 0, 0, 0, 1, 0, 0)],
    ['says more bytes than there are', change(1, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 1, 0, 5)],
    ['says fewer bytes than its ranges have', change(1, 0, 0, 0, 1, 0, 4, 0, 0, 0, 0, 0, 1, 0, 5)],
    ['says more ranges than there are', change(1, 0, 0, 0, 2, 0, 5, 0, 0, 0, 0, 0, 1, 0, 5)],
    ['has a range that begins behind the page', change(1, 0, 0, 0, 1, 0, 5, 0, 0, 0, 0, 16, 1, 0, 5)],
    ['has a range that ends behind the page', change(1, 0, 0, 0, 1, 0, 6, 0, 0, 0, 255, 15, 2, 0, 5, 5)],
    ['is of a page that no database has', change(0, 0, 0, 255, 0, 0, 0, 0, 0, 0)],
    ['is of a page behind the last', change(2, 0, 0, 0, 1, 0, 5, 0, 0, 0, 0, 0, 1, 0, 5)],
  ])('that %s is none', (_name, bytes) => {
    expect(readChanges(bytes, 0, bytes.length, 2)).toBeUndefined();
  });

  it('of a database with more pages than a store may have is none', () => {
    const bytes = change(1, 0, 0, 0, 1, 0, 5, 0, 0, 0, 0, 0, 1, 0, 5);
    expect(readChanges(bytes, 0, bytes.length, 0x40_0000)).toEqual([{ page: 1, at: 0 }]);
    expect(readChanges(bytes, 0, bytes.length, 0x40_0001)).toBeUndefined();
  });
});
