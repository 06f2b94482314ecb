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
    [
      'queue.resolve was given a wrong input: status: it is none of done, failed, cancelled.',
      'queue.resolve bekam eine falsche Eingabe: status: Es ist keines von done, failed, cancelled.',
    ],
    [
      'queue.add was given a wrong input: priority: it must be a whole number, not 1.5.',
      'queue.add bekam eine falsche Eingabe: priority: Es muss eine ganze Zahl sein, nicht 1.5.',
    ],
    [
      'queue.add was given a wrong input: labels[0]: it is longer than 60 characters.',
      'queue.add bekam eine falsche Eingabe: labels[0]: Es ist länger als 60 Zeichen.',
    ],
    ['L-2 (two) waits to start: L-1 (one) is IN_REVIEW.', 'L-2 (two) wartet auf den Anfang: L-1 (one) ist im Review.'],
    [
      'Line 2: it is not JSON; the 4 lines of the batches before it are imported.',
      'Zeile 2: Es ist kein JSON; die 4 Zeilen der Stapel davor sind importiert.',
    ],
    // Two that fit: the one that says more.
    ['There is no task to restore', 'There is no task to restore'],
    ['The folder /shop/.git is gone.', 'Der Ordner /shop/.git ist weg.'],
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

  it.each([
    // Quotes in a title: what is said of it stands behind its end.
    [
      'F-1 “The “Save” button is open and cannot be closed” is fixed and cannot be reopened.',
      'F-1 „The “Save” button is open and cannot be closed“ ist behoben und kann nicht wieder geöffnet werden.',
    ],
    ['W-1 “The “Save” is blocked” is done already.', 'W-1 „The “Save” is blocked“ ist schon erledigt.'],
    ['W-1 “Der „Save“ fehlt” is done already.', 'W-1 „Der „Save“ fehlt“ ist schon erledigt.'],
    [
      'W-1 “Explain why “main” is held by codex” is held by Ann, without a time limit.',
      'W-1 „Explain why “main” is held by codex“ gehört Ann, ohne Frist.',
    ],
    // Values that are words of ours elsewhere.
    ['Switch to review with “git switch”.', 'Mit „git switch“ zu review wechseln.'],
    [
      'review is checked out here, and L-1 (a) works on feature.',
      'review ist hier ausgecheckt, und L-1 (a) arbeitet auf feature.',
    ],
    ['W-1 “x” is held by review, without a time limit.', 'W-1 „x“ gehört review, ohne Frist.'],
    ['W-1 “x” is held by someone, without a time limit.', 'W-1 „x“ gehört jemandem, ohne Frist.'],
    ['Conflicts in text', 'Konflikte in text'],
    ['git did not commit: test', 'Git hat nicht committet: test'],
    ['There is no branch review to compare x with.', 'Es gibt keinen Branch review, mit dem x zu vergleichen wäre.'],
  ])('keeps what people named in “%s”', (english, expected) => expect(table.tell(english)).toBe(expected));

  it.each([
    // Two ends of the title are possible.
    ['W-1 “x” is held by “Bob” is held by Ann, without a time limit.'],
    // What is said of it is not ours.
    ['F-1 “a” is gone fishing and cannot be reopened.'],
    ['The build is done and cannot be undone.'],
    // Too little is written out to know it by.
    ['There is no disk space left. Ask Ann (IT).'],
    // A word alone is none of ours.
    ['test'],
    ['review'],
    ['done'],
  ])('leaves “%s” as it is', english => expect(table.tell(english)).toBe(english));

  it('leaves what a program said as it is', () => {
    expect(table.tell('git did not commit: pre-commit: There is nothing to change')).toBe(
      'Git hat nicht committet: pre-commit: There is nothing to change',
    );
  });

  it('leaves words of ours in what people wrote', () => {
    expect(table.tell('W-1 “is done and cannot be open” is done and cannot be reopened.')).toBe(
      'W-1 „is done and cannot be open“ ist erledigt und kann nicht wieder geöffnet werden.',
    );
  });

  it('ends for a value that is made to fit again and again, and leaves what takes too long as it is', () => {
    const hostile = (times: number): string =>
      `W-1 “${'“” is done (1): 2 is not '.repeat(times)}” is done and cannot be reopened.`;
    expect(table.tell(hostile(1))).toBe(
      'W-1 „“” is done (1): 2 is not “ ist erledigt und kann nicht wieder geöffnet werden.',
    );
    for (const times of [300, 10_000]) expect(table.tell(hostile(times))).toBe(hostile(times));
  });

  it('finds every sentence again that it has, whatever else is there', () => {
    for (const [english, translated] of Object.entries(german.sentences)) {
      const starred = new Set([...english.matchAll(/\{(\d+)\*\}/g)].map(([, index]) => index));
      const said = english.replace(/\{(\d+)\*?\}/g, (_place, index) =>
        starred.has(index) ? 'accepted' : `V${index}x`,
      );
      const expected = translated.replace(/\{(\d+)\}/g, (_place, index) =>
        starred.has(index) ? 'angenommen' : `V${index}x`,
      );
      expect(table.tell(said)).toBe(expected);
    }
  });

  it.each([
    ['IN_REVIEW', 'im Review'],
    ['waiting_human', 'wartend auf einen Menschen'],
    ['high', 'hoch'],
    ['test', 'test'],
    ['someone', 'someone'],
  ])('has a word for the state %s alone', (english, expected) => expect(table.tellState(english)).toBe(expected));

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
      states: {},
    });
    expect(
      ['There is no lamp here.', 'There is no lamp.', 'It is done.', 'It is red.'].map(s => table.tell(s)),
    ).toEqual(['b lamp', 'a lamp', 'c It d', 'It is red.']);
  });

  it('may put values elsewhere, or leave them out', () => {
    const table = new SentenceTable({
      sentences: { 'From {0} to {1}, by {2}.': '{2}: {1} ({9})' },
      words: {},
      states: {},
    });
    expect(table.tell('From A to B, by {1}.')).toBe('{1}: B ({9})');
  });
});
