import { expect, it } from 'vitest';
import type { RecordedActor } from '../actor/sameActor.js';
import { dependence, type IndependenceWay, waysOf } from './independence.js';

const claude: RecordedActor = {
  actor: 'claude-1',
  role: 'agent',
  harness: 'claude-code',
  model: 'claude-opus-4-5',
  session: 's-1',
  lane: null,
};
const other: RecordedActor = { ...claude, actor: 'claude-2', session: 's-2' };
const haiku: RecordedActor = { ...other, model: 'anthropic/claude-haiku-4-5' };
const codex: RecordedActor = { ...claude, actor: 'codex', harness: 'codex', model: 'gpt-5.2', session: 's-3' };
const unnamed: RecordedActor = { ...other, model: null };
const ada: RecordedActor = { actor: 'Ada', role: 'human', harness: null, model: null, session: null, lane: null };
const robin: RecordedActor = { ...ada, actor: 'Robin' };
const touched: RecordedActor = { ...ada, role: null, actor: 'claude-1' };

it.each<[string, RecordedActor, RecordedActor[], IndependenceWay[], IndependenceWay | undefined]>([
  ['the same session', claude, [claude], ['session'], 'session'],
  ['another session', other, [claude], ['session'], undefined],
  ['the same person', ada, [ada], ['session'], 'session'],
  ['another person', robin, [ada], ['session'], undefined],
  ['a person who reviews an agent', ada, [claude], ['person', 'session', 'family'], undefined],
  ['a person who reviews herself', ada, [claude, ada], ['person'], 'person'],
  ['a person who reviews herself, by family', ada, [claude, ada], ['family'], 'family'],
  ['an agent where a person is asked for', codex, [claude], ['person'], 'person'],
  ['another session of the same model', other, [claude], ['session', 'family'], 'family'],
  ['another model of the same family', haiku, [claude], ['family'], 'family'],
  ['a model of another family', codex, [claude], ['session', 'family'], undefined],
  ['one author of the same family', codex, [claude, { ...codex, session: 's-4' }], ['family'], 'family'],
  ['a reviewer whose model is not known', unnamed, [codex], ['family'], 'family'],
  ['an author whose model is not known', codex, [unnamed], ['family'], 'family'],
  ['an agent that reviews a person', codex, [ada], ['session', 'family'], undefined],
  ['a name alone, another one', codex, [touched], ['family'], undefined],
  ['a name alone, the same', claude, [touched], ['family'], 'family'],
  ['nothing asked for', claude, [claude], [], undefined],
  ['no author', codex, [], ['session', 'family'], undefined],
])('judges %s', (_, reviewer, authors, ways, expected) => {
  expect(dependence(reviewer, authors, ways)).toBe(expected);
});

it('asks for another session where reviews are independent and nothing else is named', () => {
  expect(waysOf({ independent: false })).toEqual([]);
  expect(waysOf({ independent: true })).toEqual(['session']);
  expect(waysOf({ independent: true, independence: ['session', 'family'] })).toEqual(['session', 'family']);
  expect(waysOf({ independent: false, independence: ['person'] })).toEqual(['person']);
});
