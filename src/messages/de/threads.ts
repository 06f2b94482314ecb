import type { threadsEnglish } from '../en/threads.js';

export const threadsGerman = {
  held: '{owner} arbeitet in {place} an {item}.',
  released: '{item} wurde freigegeben; die Arbeit daran geht in {place} weiter.',
  releasedHint: 'Zum Fortsetzen dorthin wechseln.',
  releasedLaneHint: 'Zum Fortsetzen in der Lane beginnen.',
  heldHint:
    'Stattdessen das nächste Arbeitspaket übernehmen oder dem Inhaber eine Nachricht senden. Eine Person kann es übergeben.',
  endLaneHint: 'Das Arbeitspaket endet mit seiner Lane: die Lane einreichen und mergen oder ihren Worker abbrechen.',
  endTaskHint: 'Das Arbeitspaket endet mit seiner Aufgabe: die Aufgabe abschließen oder archivieren.',
  reassignLaneHint: 'Die Lane neu vergeben: ihren Worker abbrechen und „Neu vergeben“ wählen.',
  earlyIsForPeople: 'Nur ein Mensch darf {item} vorzeitig beginnen.',
  mergesBlocked: '{lane} wurde nicht gemergt: {item} wartet auf {items}.',
  mergesBlockedHint: 'Zuerst diese mergen oder mit `early` wiederholen.',
  nothingMerged: '{place} endete ohne Merge.',
  left: '{place} ist gemergt, aber {rest} noch offen. Das Arbeitspaket abschließen oder eine weitere Lane dafür öffnen?',
  leftOne: '{what} ist',
  leftMany: '{what} sind',
  failed:
    '{place} ist gescheitert: {reason}. Eine weitere Lane öffnen, das Arbeitspaket zurück in die Warteschlange geben oder abbrechen?',
  sameTitle: '{item} ist offen und hat denselben Titel.',
  sameItem: '{item} ist offen, und diese Wörter bezeichnen es.',
  sameTitleHint: 'Dieses Arbeitspaket beginnen oder mit `new` wiederholen, um ein zweites anzulegen.',
  blockedSince:
    '{item} hängt jetzt von {items} ab. Die Arbeit kann weitergehen; gemergt wird erst, wenn sie erledigt sind, außer vorzeitig durch einen Menschen.',
  reopenedBelow: '{item} wurde wieder geöffnet. Das Arbeitspaket {dependent} hängt davon ab.',
  doneSince: '{item} wurde von {actor} als erledigt markiert, nachdem {lane} geschlossen wurde.',
  failedSince: '{item} wurde von {actor} als gescheitert markiert, nachdem {lane} geschlossen wurde.',
  cancelledSince: '{item} wurde von {actor} abgebrochen, nachdem {lane} geschlossen wurde.',
  claimedSince: '{item} wurde von {actor} übernommen, nachdem {lane} geschlossen wurde.',
  claimedSinceHint:
    'Die Lane wiederherstellen, sobald das Arbeitspaket frei ist, oder ihre Dateien als eigenen Worktree wiederherstellen (`lane rescue restore`).',
  laneReopened: '{lane} wurde wieder geöffnet.',
  noItem: '{place} hat kein Arbeitspaket.',
  notHeld: '{item} ist nicht übernommen, obwohl {place} daran arbeitet.',
  heldByOther: '{item} ist von {owner} übernommen, obwohl {place} daran arbeitet.',
  notDone: '{item} ist offen, obwohl die Arbeit daran gemergt oder abgeschlossen ist.',
  deadHold: '{item} gehört {owner}, aber dort wird nicht mehr daran gearbeitet.',
  endedWithWork: '{item} ist beendet, und {place} ist noch offen.',
  repairHint:
    '{count, plural, one{Ein Arbeitspaket passt}other{{count} Arbeitspakete passen}} nicht zu Aufgabe und Lanes. Auflisten und in Ordnung bringen (`stateroom store repair --threads`).',
} satisfies Record<keyof typeof threadsEnglish, string>;
