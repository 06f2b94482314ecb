import { describe, expect, it } from 'vitest';
import { readCall, rowsOfKey } from './commandCall.js';

const row = (id: string) => ({ id, row: { type: 'finding' } });
const [first, second, third] = [row('a'), row('b'), row('c')];
const heading = { id: 'severity:low', row: { type: 'findingGroup' } };

describe('what a menu of the editor brings', () => {
  it('is the address of a file, and no input', () => {
    const uri = { scheme: 'file', authority: '', path: '/shop/src/retry.go', fsPath: '/shop/src/retry.go' };
    expect(readCall([uri], () => [])).toEqual({ ids: [], input: {} });
    expect(readCall([{ path: 'src/retry.go' }], () => [])).toEqual({ ids: [], input: { path: 'src/retry.go' } });
  });
});

describe('what a key on rows brings', () => {
  const pressed = (focused: unknown, ...selected: unknown[]) =>
    readCall([[focused, { fromSelection: true }]], () => selected).ids;

  it('is the row with the keyboard, whatever is selected elsewhere', () => {
    expect(pressed(second)).toEqual(['b']);
    expect(pressed(second, first)).toEqual(['b']);
    expect(pressed(third, first, second)).toEqual(['c']);
  });

  it('is all that is selected when that row is one of them, also where it is a heading', () => {
    expect(pressed(second, first, second)).toEqual(['a', 'b']);
    expect(pressed(heading, first, heading)).toEqual(['a']);
  });

  it('is nothing on a heading alone, and where no row has the keyboard', () => {
    expect(pressed(heading, first)).toEqual([]);
    expect(pressed(undefined, first)).toEqual([]);
    expect(pressed(null, first)).toEqual([]);
  });

  it('is the selection in an editor that leaves the question in the place of the row', () => {
    expect(pressed({ $treeViewId: 'stateroom.findings', $focusedTreeItem: true }, first, third)).toEqual(['a', 'c']);
  });

  it('is given to views of other rows as it is', () => {
    expect(rowsOfKey([heading], [first])).toEqual([heading]);
  });
});
