import type { messagesEnglish } from '../en/messages.js';

export const messagesGerman = {
  nobodyReads: '{lane} ist {status}, daher liest niemand ihre Nachrichten.',
  tooLarge: 'Die Nachricht hat {kilobytes} kB; erlaubt sind {max} kB.',
  tooLargeHint: 'Sie in eine Datei in der Lane schreiben und den Pfad senden.',
  noFilePlace:
    'Die Nachricht ist größer als {kilobytes} kB, und große Nachrichten können hier nicht gespeichert werden.',
  noFilePlaceHint: 'Sie kürzen oder aus dem Repository aufrufen.',
  unknown: 'Nachricht {message} nicht gefunden.',
  notForReader: '{message} ist an {recipient} gerichtet, nicht an {reader}.',
  notForReaderHint: 'Die letzte Nachricht bestätigen, die `message list` gab.',
  notYours: 'Nachrichten an {reader} können Sie nicht bestätigen.',
  notYoursHint: 'Das kann nur ihr eigener Agent, aus ihrem Worktree, oder ein Mensch.',
  dispatchIdTaken: '{sender} hat {message} bereits mit dieser Dispatch-Id gesendet.',
  dispatchIdTakenHint: 'Eine Id verwenden, die sonst niemand benutzt.',
  noRecipient: 'Kein Empfänger angegeben.',
  noReason: 'Ein Auftrag braucht einen Grund.',
  notABrief: 'Grund, Schritte und Artefakte gibt es nur bei Aufträgen; diese Nachricht ist von der Art {kind}.',
  noReplyTo: 'Eine Antwort muss die Frage nennen, auf die sie antwortet.',
  empty: 'Die Nachricht ist leer.',
  noRecipientHint: 'Eine Lane, einen Akteur, `person` oder `all` angeben.',
  noReasonHint: 'Den Grund angeben.',
  notABriefHint: 'Es in den Text schreiben.',
  noReplyToHint: 'Die Frage nennen, etwa M-7, oder eine Notiz senden.',
  emptyHint: 'Text angeben.',
} satisfies Record<keyof typeof messagesEnglish, string>;
