import type { decisionsEnglish } from '../en/decisions.js';

export const decisionsGerman = {
  rationaleEmpty: 'Die Begründung ist leer.',
  rationaleEmptyHint: 'In wenigen Sätzen begründen.',
  rationaleTooLong: 'Die Begründung hat {length} Zeichen; erlaubt sind {limit}.',
  rationaleTooLongHint: 'Sagen, was entschieden wurde und warum; weglassen, was die Commits sagen.',
  rationaleLacks: 'In der Begründung fehlt {missing} oder der Text darunter.',
  rationaleLacksHint: 'Alle vier Überschriften angeben, jede mit mindestens einer Zeile Text; „None“ genügt.',
  badName: '{name} ist kein gültiger Name für eine Entscheidung: {problem}.',
  leaveNameOut: 'Weglassen, um automatisch einen Namen zu erhalten.',
  suggested: 'Möglich ist {suggestion}.',
  wrongKind:
    '{name} ist eine Entscheidung der Art {kind}; zum Schließen eines Abschnitts ist die Art {expected} nötig.',
  sliceOfOther: '{slice} ist keine Scheibe von {task}.',
  verdictReserved: 'Nur Reviews können Entscheidungen namens review_verdict erfassen.',
  verdictReservedHint: 'Ein Urteil mit review record erfassen oder einen anderen Namen wählen.',
  notName: '„{text}“ ist kein gültiger Name für eine Entscheidung: {problem}.',
  notNameHint: '<tag>_<kind>_<work ref>_<slug> angeben, zum Beispiel claude_choice_t3-rate-limit_one_bucket.',
} satisfies Record<keyof typeof decisionsEnglish, string>;
