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
      internal: [],
      unreadable: [],
    });
    expect(readPushedRefs(`HEAD ${one} refs/heads/main ${two}\r\n`)).toEqual({
      refs: [{ branch: undefined, commit: one, remoteRef: 'refs/heads/main', target: 'main', remoteCommit: two }],
      internal: [],
      unreadable: [],
    });
    expect(readPushedRefs(`refs/heads/x ${one} refs/for/main ${none}`)).toEqual({
      refs: [{ branch: 'x', commit: one, remoteRef: 'refs/for/main', target: undefined, remoteCommit: undefined }],
      internal: [],
      unreadable: [],
    });
  });

  it('reads a commit that was named with spaces', () => {
    expect(readPushedRefs(`HEAD^{/two words} ${one} refs/heads/main ${two}\n`)).toEqual({
      refs: [{ branch: undefined, commit: one, remoteRef: 'refs/heads/main', target: 'main', remoteCommit: two }],
      internal: [],
      unreadable: [],
    });
  });

  it('names refs of ours, whichever side they are on', () => {
    const rescue = 'refs/stateroom/rescue/login/20261121T123005007Z';
    const { internal } = readPushedRefs(
      `${rescue} ${one} ${rescue} ${none}\n${rescue} ${one} refs/heads/x ${none}\n` +
        `refs/heads/x ${one} refs/stateroom/mine ${none}\n(delete) ${none} ${rescue} ${one}\n`,
    );
    expect(internal).toEqual([rescue, rescue, 'refs/stateroom/mine']);
  });

  it('leaves out deletions and tags, and tells what is no such line', () => {
    expect(readPushedRefs(`(delete) ${none} refs/heads/x ${one}\n`)).toEqual({
      refs: [],
      internal: [],
      unreadable: [],
    });
    expect(readPushedRefs(`refs/tags/v1 ${one} refs/tags/v1 ${none}\n`)).toEqual({
      refs: [],
      internal: [],
      unreadable: [],
    });
    expect(readPushedRefs('\n')).toEqual({ refs: [], internal: [], unreadable: [] });
    expect(readPushedRefs('nonsense\n\n')).toEqual({ refs: [], internal: [], unreadable: ['nonsense'] });
  });
});
