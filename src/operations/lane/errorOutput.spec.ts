import { describe, expect, it } from 'vitest';
import { GitFailure } from '../../git/gitFailure.js';
import { message } from '../../messages/message.js';
import { say } from '../../messages/say.js';
import { StoreError } from '../../store/storeError.js';
import { errorOutput, mayBeFull } from './errorOutput.js';

const failure = (said: string) => new GitFailure(['add', '--all'], 128, said);

describe('errorOutput', () => {
  it('is the line of git that names the system as the cause, else its first one', () => {
    expect(errorOutput(failure('error: unable to write file\nfatal: No space left on device'))).toBe(
      'fatal: No space left on device',
    );
    expect(errorOutput(failure('\nfatal: not a valid object name\nhint: look'))).toBe('fatal: not a valid object name');
    expect(say(errorOutput(failure('')))).toBe('no reason given.');
  });

  it('is the text of any other error, also of one with a message of its own', () => {
    expect(errorOutput(new Error("EACCES: permission denied, open 'a.txt'"))).toBe(
      "EACCES: permission denied, open 'a.txt'",
    );
    const closed = new StoreError('STORE_CLOSED', message('store.closed'));
    expect(errorOutput(closed)).toBe(closed.message);
    expect(mayBeFull(closed)).toBe(false);
  });
});

describe('mayBeFull', () => {
  it('is true for what a full disk is the usual reason of', () => {
    expect(mayBeFull(failure('error: unable to write file a.txt'))).toBe(true);
    expect(mayBeFull(new Error('ENOSPC: no space left on device, write'))).toBe(true);
    expect(mayBeFull(failure('fatal: not a valid object name'))).toBe(false);
  });
});
