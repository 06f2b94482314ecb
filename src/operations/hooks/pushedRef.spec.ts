import { describe, expect, it } from 'vitest';
import { readPushedRefs } from './pushedRef.js';

const one = '1'.repeat(40);
const none = '0'.repeat(40);

describe('readPushedRefs', () => {
  it('reads branches and what they become over there', () => {
    expect(readPushedRefs(`refs/heads/feature/x ${one} refs/heads/main ${none}\n`)).toEqual([
      { branch: 'feature/x', commit: one, remoteRef: 'refs/heads/main', target: 'main' },
    ]);
    expect(readPushedRefs(`HEAD ${one} refs/heads/main ${one}\n`)).toEqual([
      { branch: undefined, commit: one, remoteRef: 'refs/heads/main', target: 'main' },
    ]);
    expect(readPushedRefs(`refs/heads/x ${one} refs/for/main ${none}`)).toEqual([
      { branch: 'x', commit: one, remoteRef: 'refs/for/main', target: undefined },
    ]);
  });

  it('leaves out deletions, tags and what is no such line', () => {
    expect(readPushedRefs(`(delete) ${none} refs/heads/x ${one}\n`)).toEqual([]);
    expect(readPushedRefs(`refs/tags/v1 ${one} refs/tags/v1 ${none}\n`)).toEqual([]);
    expect(readPushedRefs('')).toEqual([]);
    expect(readPushedRefs('nonsense\n\n')).toEqual([]);
  });
});
