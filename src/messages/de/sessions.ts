import type { sessionsEnglish } from '../en/sessions.js';

export const sessionsGerman = {
  budgetUsed: 'Das Budget von {of} ist verbraucht: {used} von {limit}.',
  budgetPartlyUsed:
    'Das Budget von {of} ist verbraucht: {used} von {limit}. Anderer Verbrauch ist unbekannt und zählt nicht.',
  budgetDayHint:
    'Ein neuer Tag beginnt um {next}. Um vorher zu starten, `{setting}` in den eigenen Einstellungen und denen des Repositorys erhöhen.',
  budgetItemHint: 'Um weiterzumachen, `{setting}` in den eigenen Einstellungen und denen des Repositorys erhöhen.',
  pricesHint:
    'Die Datei berichtigen: `date` und `models` mit `input` und `output` in US-Dollar für eine Million Tokens.',
  settingsHint: 'Die Datei berichtigen: `agents` hat zu jedem Namen ein Objekt mit `command` und `args`.',
  notInstalled: '{agent} ist nicht installiert: {program} ist nicht im PATH.',
  notInstalledHint: 'Installieren oder in der Lane mit `-- <program>` ein anderes Programm starten.',
  needsAdapter:
    '{agent} braucht den Adapter für das Agent Client Protocol (npm, {size} MB; verwendet wird das eigene {agent}).',
  needsAdapterHint: 'Mit `npm install -g {package}` installieren oder {agent} in einem Terminal in der Lane starten.',
  unknown: 'Einen Agenten namens {agent} kann Stateroom nicht starten.',
  which: 'Den Agenten angeben, der starten soll.',
  noneHere: 'Hier ist kein Agent installiert, den Stateroom starten kann.',
  installedHere: 'Hier installiert: {agents}.',
  runs: '{agent} läuft schon in {lane}.',
  runsHint: 'Ihm mit `stateroom say` schreiben oder ihn zuerst stoppen.',
  notForReview: '{lane} ist eine Lane für ein Review; darin startet Stateroom keinen Agenten.',
  laneOver: '{lane} ist {status}; darin kann kein Agent starten.',
  none: 'In {lane} wurde kein Agent gestartet.',
  notRunning: 'In {lane} läuft kein Agent.',
  notRunningHint: 'Mit `stateroom start` einen starten.',
  noPermission: 'In {lane} wartet keine Frage nach einer Erlaubnis.',
  noTranscript: 'Der Verlauf dieser Sitzung ist nicht hier.',
  runnerFailed: 'Der Prozess, der Agenten ausführt, hat nicht begonnen.',
  runnerLog: 'Sein Protokoll ist {path}.',
  needsRunner: 'Agenten können nur starten, wo Stateroom Programme ausführen darf.',
  needsRunnerHint: 'Dem Arbeitsbereich vertrauen oder ein Terminal verwenden.',
  runnerEnded: 'Der Prozess, der ihn ausführte, ist beendet.',
  stoppedBy: 'Gestoppt von {who}.',
  modelRefused: 'Sein Modell hat abgelehnt.',
  secretInCommand: 'Der Befehl enthält ein Geheimnis, das gespeichert würde.',
  secretInCommandHint: 'Das Programm soll es seiner Umgebung entnehmen.',
  turnLimit: 'Eine Grenze seines Modells ist erreicht.',
} as const satisfies Record<keyof typeof sessionsEnglish, string>;
