import { describe, expect, it } from 'vitest';
import { readPushedRefs } from './pushedRef.js';

const one = '1'.repeat(40);
const two = '2'.repeat(40);
const none = '0'.repeat(40);

describe('readPushedRefs', () => {
  it('reads branches and what they become over there', () => {
    expect(readPushedRefs(`refs/heads/feature/x ${one} refs/heads/main ${none}\n`)).toEqual({
      refs: [
        { branch: 'feature/x', commit: one, remoteRef: 'refs/heads/main', target: 'main', remoteCommit: undefined },
      ],
      unreadable: [],
    });
    expect(readPushedRefs(`HEAD ${one} refs/heads/main ${two}\r\n`)).toEqual({
      refs: [{ branch: undefined, commit: one, remoteRef: 'refs/heads/main', target: 'main', remoteCommit: two }],
      unreadable: [],
    });
    expect(readPushedRefs(`refs/heads/x ${one} refs/for/main ${none}`)).toEqual({
      refs: [{ branch: 'x', commit: one, remoteRef: 'refs/for/main', target: undefined, remoteCommit: undefined }],
      unreadable: [],
    });
  });

  it('reads a commit that was named with spaces', () => {
    expect(readPushedRefs(`HEAD^{/two words} ${one} refs/heads/main ${two}\n`)).toEqual({
      refs: [{ branch: undefined, commit: one, remoteRef: 'refs/heads/main', target: 'main', remoteCommit: two }],
      unreadable: [],
    });
  });

  it('leaves out deletions and tags, and tells what is no such line', () => {
    expect(readPushedRefs(`(delete) ${none} refs/heads/x ${one}\n`)).toEqual({ refs: [], unreadable: [] });
    expect(readPushedRefs(`refs/tags/v1 ${one} refs/tags/v1 ${none}\n`)).toEqual({ refs: [], unreadable: [] });
    expect(readPushedRefs('\n')).toEqual({ refs: [], unreadable: [] });
    expect(readPushedRefs('nonsense\n\n')).toEqual({ refs: [], unreadable: ['nonsense'] });
  });
});
