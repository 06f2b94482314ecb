import { describe, expect, it } from 'vitest';
import german from '../../../../media/l10n/refusals.de.json' with { type: 'json' };
import { SentenceTable } from './sentenceTable.js';

describe('the German of refusals', () => {
  const table = new SentenceTable(german);

  it.each([
    // As it stands, and with values.
    ['There is nothing to change.', 'Es gibt nichts zu ändern.'],
    ['There is no task T-9.', 'Es gibt keine Aufgabe T-9.'],
    [
      'The rationale has 4100 characters, at most 4000 are kept.',
      'Die Begründung hat 4100 Zeichen, höchstens 4000 werden behalten.',
    ],
    // With our words in a place.
    [
      'W-1 “Limit logins” is in flight and cannot be reopened.',
      'W-1 „Limit logins“ ist in Arbeit und kann nicht wieder geöffnet werden.',
    ],
    ['W-1 “Limit logins” is held by someone, without a time limit.', 'W-1 „Limit logins“ gehört jemandem, ohne Frist.'],
    ['There is no work item with the id “login”.', 'Es gibt kein Arbeitspaket mit der Id „login“.'],
    [
      '2 paths with changes that no commit holds: a.ts, b.ts.',
      '2 Pfade mit Änderungen, die kein Commit enthält: a.ts, b.ts.',
    ],
    [
      'L-2 (login) is merged and cannot become active.',
      'L-2 (login) ist zusammengeführt und kann nicht „aktiv“ werden.',
    ],
    // Sentences in sentences.
    [
      'T-1 (login) is not finished: 1 slice not closed: S-2. And 3 more.',
      'T-1 (login) ist nicht beendet: 1 Abschnitt nicht geschlossen: S-2. Und 3 weitere.',
    ],
    [
      'T-1 (login) is not finished: main is protected: work is judged on a branch of its own.',
      'T-1 (login) ist nicht beendet: main ist geschützt: Arbeit wird auf einem eigenen Branch beurteilt.',
    ],
    [
      'queue.add was given a wrong input: title: the title is empty.',
      'queue.add bekam eine falsche Eingabe: title: Der Titel ist leer.',
    ],
    ['L-2 (two) waits to start: L-1 (one) is IN_REVIEW.', 'L-2 (two) wartet auf den Anfang: L-1 (one) ist im Review.'],
    [
      'Line 2: it is not JSON; the 4 lines of the batches before it are imported.',
      'Zeile 2: Es ist kein JSON; die 4 Zeilen der Stapel davor sind importiert.',
    ],
    // Two that fit: the one that says more.
    ['There is no task to restore', 'There is no task to restore'],
    ['The folder /shop/.git is gone.', 'Der Ordner /shop/.git ist weg.'],
    // A word for a state alone.
    ['IN_REVIEW', 'im Review'],
    ['waiting_human', 'wartend auf einen Menschen'],
    // Not ours.
    ['EACCES: permission denied, open “/x”', 'EACCES: permission denied, open “/x”'],
    ['', ''],
    ['The weather is fine.', 'The weather is fine.'],
  ])('says “%s”', (english, expected) => expect(table.tell(english)).toBe(expected));

  it.each([
    ['a place', '{0} {1} {2*}', 'Es gibt keine Aufgabe {0} {1} {2*}.'],
    ['a replacement', "$& $1 $' $$", "Es gibt keine Aufgabe $& $1 $' $$."],
    ['lines', 'a\nb\r\nc', 'Es gibt keine Aufgabe a\nb\r\nc.'],
    ['another sentence', 'x. There is no task y', 'Es gibt keine Aufgabe x. There is no task y.'],
    ['our own words', 'done', 'Es gibt keine Aufgabe done.'],
    ['a name that objects have', '__proto__', 'Es gibt keine Aufgabe __proto__.'],
    ['nothing', '', 'Es gibt keine Aufgabe .'],
  ])('leaves %s in a value as it is', (_what, value, expected) => {
    expect(table.tell(`There is no task ${value}.`)).toBe(expected);
  });

  it('leaves words of ours in what people wrote', () => {
    expect(table.tell('W-1 “is done and cannot be open” is done and cannot be reopened.')).toBe(
      'W-1 „is done and cannot be open“ ist erledigt und kann nicht wieder geöffnet werden.',
    );
  });

  it('ends for a value that is made to fit again and again, and leaves what is too long as it is', () => {
    const hostile = (times: number): string =>
      `W-1 “${'“” is done (1): 2 is not '.repeat(times)}” is done and cannot be reopened.`;
    expect(table.tell(hostile(100)).startsWith('W-1 „')).toBe(true);
    expect(table.tell(hostile(10_000))).toHaveLength(hostile(10_000).length);
  });

  it.each([
    ['the title is longer than 300 characters', 'Der Titel ist länger als 300 Zeichen'],
    ['the reason is empty', 'Grund: leer'],
    ['it must be a whole number, not text', 'Es muss eine ganze Zahl sein, nicht Text'],
    ['something else', 'something else'],
  ])('says of a value that %s', (english, expected) => expect(table.tellWords(english)).toBe(expected));
});

describe('a table', () => {
  it('takes of several that fit the one with most words of its own', () => {
    const table = new SentenceTable({
      sentences: { 'There is no {0}.': 'a {0}', 'There is no {0} here.': 'b {0}', '{0} is {1*}.': 'c {0} {1}' },
      words: { done: 'd' },
    });
    expect(
      ['There is no lamp here.', 'There is no lamp.', 'It is done.', 'It is red.'].map(s => table.tell(s)),
    ).toEqual(['b lamp', 'a lamp', 'c It d', 'It is red.']);
  });

  it('may put values elsewhere, or leave them out', () => {
    const table = new SentenceTable({ sentences: { 'From {0} to {1}, by {2}.': '{2}: {1} ({9})' }, words: {} });
    expect(table.tell('From A to B, by {1}.')).toBe('{1}: B ({9})');
  });
});
