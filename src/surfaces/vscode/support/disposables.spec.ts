import { describe, expect, it } from 'vitest';
import { Disposables } from './disposables.js';

describe('Disposables', () => {
  it('ends what it owns, last in first out', () => {
    const ended: string[] = [];
    const disposables = new Disposables();
    disposables.add({ dispose: () => ended.push('a') });
    disposables.add({ dispose: () => ended.push('b') });
    disposables.dispose();
    expect(ended).toEqual(['b', 'a']);
    disposables.dispose();
    expect(ended).toEqual(['b', 'a']);
  });

  it('ends at once what comes too late', () => {
    const ended: string[] = [];
    const disposables = new Disposables();
    disposables.dispose();
    disposables.add({ dispose: () => ended.push('late') });
    expect(ended).toEqual(['late']);
  });
});
