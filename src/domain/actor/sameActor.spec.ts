import { expect, it } from 'vitest';
import { isSameActor, mayBeSameActor, type RecordedActor } from './sameActor.js';

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

const claude: RecordedActor = {
  actor: 'a',
  role: 'agent',
  harness: 'claude-code',
  model: null,
  session: null,
  lane: null,
};
const codex: RecordedActor = { ...claude, harness: 'codex' };
const unknown: RecordedActor = { ...claude, harness: null };
const ada: RecordedActor = { actor: 'Ada', role: 'human', harness: null, model: null, session: null, lane: null };

it.each<[string, RecordedActor, RecordedActor, boolean]>([
  ['one person, written otherwise', ada, { ...ada, actor: ' ada' }, true],
  ['two people', ada, { ...ada, actor: 'Robin' }, false],
  ['a person and an agent under that name', ada, { ...unknown, actor: 'Ada' }, false],
  ['one session under two names', { ...codex, session: 's' }, { ...codex, session: 's', actor: 'Boss' }, true],
  ['one lane under two names and harnesses', { ...codex, lane: 'l' }, { ...claude, lane: 'l', actor: 'Boss' }, true],
  ['one lane in two sessions', { ...codex, lane: 'l', session: 's' }, { ...codex, lane: 'l', session: 't' }, true],
  ['two sessions under one name', { ...codex, session: 's' }, { ...codex, session: 't' }, false],
  ['one that may have gone to another lane', { ...codex, lane: 'l' }, { ...codex, lane: 'm', actor: 'Boss' }, true],
  ['one that may have left its lane', { ...codex, lane: 'l' }, { ...codex, actor: 'Boss' }, true],
  ['one that left its lane, one session unknown', { ...codex, lane: 'l' }, { ...codex, session: 's' }, true],
  ['one that left its lane, one harness unknown', { ...codex, lane: 'l', session: 's' }, unknown, true],
  ['two sessions in two lanes', { ...codex, lane: 'l', session: 's' }, { ...codex, lane: 'm', session: 't' }, false],
  ['two harnesses in two lanes', { ...codex, lane: 'l' }, { ...claude, lane: 'm' }, false],
  ['two harnesses', codex, claude, false],
  ['two names of one harness', codex, { ...codex, actor: 'Boss' }, true],
  ['one harness, one session unknown', { ...codex, session: 's' }, { ...codex, actor: 'Boss' }, true],
  ['two of whom nothing but names is known', unknown, { ...unknown, actor: 'Boss' }, true],
  ['one of whom nothing is known', codex, { ...unknown, actor: 'Boss' }, true],
  ['a name that a row without a role has', { ...ada, role: null }, ada, true],
  ['another name than a row without a role has', { ...ada, role: null }, codex, false],
])('may take %s for one: %#', (_, one, other, same) => {
  expect([mayBeSameActor(one, other), mayBeSameActor(other, one)]).toEqual([same, same]);
});
