import { describe, expect, it } from 'vitest';
import { providerEnd } from './sessionTry.js';

describe('the end of a session', () => {
  it.each([
    ['codex needs you to sign in: Authentication required.', 'signIn'],
    ['The payment API needs you to sign in: I have no account.', null],
    ['It needs you to sign in', null],
  ])('%s is %s', (why, trouble) => {
    const session = { agent: 'codex', started_at: 1, ended_at: 2, end_reason: 'failed', why, stop_by: null } as const;
    expect(providerEnd(session).trouble).toBe(trouble);
  });
});
