import { expect, it } from 'vitest';
import { german } from './german.js';
import { asClause, type Message, message, verbatim } from './message.js';
import { say } from './say.js';

const item = message('input.called', { ref: 'W-1', title: 'Limit logins' });

it.each<[said: Message, english: string, inGerman: string]>([
  [message('input.nothingToChange'), 'Nothing to change.', 'Nichts zu ändern.'],
  [message('tasks.unknown', { task: 'T-9' }), 'Task T-9 not found.', 'Es gibt keine Aufgabe T-9.'],
  [
    message('input.stateForbids', {
      subject: item,
      status: message('queue.isInFlight'),
      act: message('findings.actReopen'),
    }),
    'W-1 “Limit logins” is in progress and cannot be reopened.',
    'W-1 „Limit logins“ ist in Arbeit und kann nicht wieder geöffnet werden.',
  ],
  [
    message('queue.held', { item, holder: message('queue.someone'), lease: message('queue.heldForever') }),
    'W-1 “Limit logins” is held by someone with no time limit.',
    'W-1 „Limit logins“ gehört jemandem, ohne Frist.',
  ],
  [
    message('tasks.notFinished', {
      task: 'T-1 (login)',
      why: message('gates.openSlices', { count: 1, slices: 'S-2' }),
      others: message('tasks.andMore', { count: 3 }),
    }),
    'T-1 (login) was not finished: 1 open slice: S-2. And 3 more.',
    'T-1 (login) ist nicht beendet: 1 offener Abschnitt: S-2. Und 3 weitere.',
  ],
  [
    message('plans.notAcceptable', { path: 'a.md', why: asClause(message('plans.noFile', { path: 'a.md' }), 'lower') }),
    'Cannot accept a.md: file a.md not found.',
    'a.md kann nicht angenommen werden: Es gibt keine Datei a.md.',
  ],
  [
    message('gates.openFindings', { count: 2, severity: 'high', findings: 'F-1, F-2' }),
    '2 open high findings: F-1, F-2.',
    '2 offene Befunde der Schwere hoch: F-1, F-2.',
  ],
  // A value is never looked into.
  [
    message('git.didNotCommit', { said: 'done {0} #' }),
    'Git could not commit: done {0} #',
    'Git konnte nicht committen: done {0} #',
  ],
  [verbatim('Task T-9 not found.'), 'Task T-9 not found.', 'Task T-9 not found.'],
])('says %#', (said, english, inGerman) => {
  expect([say(said), say(said, german)]).toEqual([english, inGerman]);
});

it('says a text as it is, and a clause without its full stop', () => {
  expect(say('It was stored.')).toBe('It was stored.');
  expect(say(asClause(message('tasks.unknown', { task: 'T-9' })))).toBe('Task T-9 not found');
});
