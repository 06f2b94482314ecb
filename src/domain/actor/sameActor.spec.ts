import { expect, it } from 'vitest';
import { isSameActor } from './sameActor.js';

it.each([
  ['by its name', 'codex', undefined, 'codex', null, true],
  ['by its name, in another session', 'codex', 's-2', 'codex', 's-1', true],
  ['by its session, under another name', 'reviewer', 's-1', 'codex', 's-1', true],
  ['by neither', 'reviewer', 's-2', 'codex', 's-1', false],
  ['not where neither has a session', 'reviewer', undefined, 'codex', null, false],
  ['not where nobody is recorded', 'reviewer', 's-2', null, null, false],
])('knows somebody %s', (_, name, session, recordedName, recordedSession, same) => {
  const caller = session === undefined ? { name } : { name, session };
  expect(isSameActor(caller, { name: recordedName, session: recordedSession })).toBe(same);
});
