import type { reportsEnglish } from '../en/reports.js';

export const reportsGerman = {
  dayOutside: '{date} ist keiner der letzten {days} Tage.',
  dayOutsideHint: 'Einen späteren Tag nennen, oder mit --days mehr Tage.',
  unknown: 'Es gibt keinen Bericht {report}.',
  own: '{report} ist der eigene Bericht.',
  ownHint: 'Ihn bestätigt ein Mensch, oder der Agent, der die Arbeit gab.',
  locateNeedsWorkTree: 'Stellen können nur in einem Worktree verortet werden.',
  unknownFilter: 'Es gibt keinen Filter „{name}“.',
  filters: 'Die Filter sind {filters}. Ein Wort mit Doppelpunkt in Anführungszeichen setzen.',
  filterWithoutValue: 'Der Filter {name}: hat keinen Wert.',
  filterWithoutValueHint:
    'Ihn direkt hinter den Doppelpunkt schreiben, etwa path:src/login. Das Wort mit seinem Doppelpunkt findet man in Anführungszeichen.',
  unknownKind: 'Unbekannte Art „{kind}“.',
  kinds: 'Arten: {kinds}.',
  noWords: 'Die Suchanfrage enthält keine Wörter.',
  noWordsHint: 'Wörter eingeben, oder einen Filter wie kind:finding, status:open oder author:codex.',
} satisfies Record<keyof typeof reportsEnglish, string>;
