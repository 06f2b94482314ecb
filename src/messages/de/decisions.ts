import type { decisionsEnglish } from '../en/decisions.js';

export const decisionsGerman = {
  rationaleEmpty: 'Die Begründung ist leer.',
  rationaleEmptyHint: 'In wenigen Sätzen sagen, warum.',
  rationaleTooLong: 'Die Begründung hat {length} Zeichen, höchstens {limit} werden behalten.',
  rationaleTooLongHint: 'Sagen, was entschieden wurde und warum; weglassen, was die Commits sagen.',
  rationaleLacks: 'Der Begründung fehlt {missing}, oder Text darunter.',
  rationaleLacksHint: 'Alle vier Überschriften angeben, jede mit mindestens einer Zeile; „None“ ist eine.',
  badName: '{name} ist kein Name einer Entscheidung: {problem}.',
  leaveNameOut: 'Ihn weglassen, dann wird einer gemacht.',
  suggested: '{suggestion} wäre einer.',
  wrongKind: '{name} ist eine Entscheidung der Art {kind}, und einen Abschnitt schließt {expected}.',
  verdictReserved: 'Entscheidungen namens review_verdict schreiben nur Reviews.',
  verdictReservedHint: 'Ein Urteil mit review record erfassen oder einen anderen Namen wählen.',
  notName: '„{text}“ ist kein Name einer Entscheidung: {problem}.',
  notNameHint: '<tag>_<kind>_<work ref>_<slug> angeben, zum Beispiel claude_choice_t3-rate-limit_one_bucket.',
} satisfies Record<keyof typeof decisionsEnglish, string>;
