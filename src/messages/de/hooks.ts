import type { hooksEnglish } from '../en/hooks.js';

export const hooksGerman = {
  elsewhere:
    '{file} führt über einen Link aus diesem Worktree hinaus oder in ein Git-Verzeichnis; es wurde kein Hook geschrieben.',
  notRead: '{file} ist keine reguläre Datei von höchstens 16 MB; es wurde kein Hook geschrieben.',
  hardLink:
    '{file} hat einen weiteren Namen (Hardlink), den eine Änderung zurückließe; es wurde kein Hook geschrieben.',
  replaceFile: 'Eine reguläre Datei des Repositorys an diese Stelle legen und erneut versuchen.',
  noWorkTree: 'Hier ist kein Worktree. Hooks gehören zu einem Worktree eines Repositorys.',
  notRun: 'Git führt {hooks} {place} nicht aus: {why}.',
  withStep: '{text} {fix}',
  here: 'hier',
  inNewWorkTrees: 'in neuen Worktrees',
  inWorkTree: 'in {directory}',
  noFolder: 'Sein Hook-Ordner {files} fehlt',
  noFolderFix:
    'Den Hook-Manager jeden Worktree einrichten lassen, bei Lanes mit lane.setup, oder den Ordner committen; einen Ordner, den niemand mehr nutzt, entfernt „git config --unset core.hooksPath“.',
  noFile: 'Es findet {files} nicht',
  noFileFix:
    'Den Hook-Manager seine Hooks in jedem Worktree installieren lassen, bei Lanes mit lane.setup, oder die Datei committen.',
  noRunner: 'Huskys {files} fehlt',
  noRunnerFix:
    'Husky in jedem Worktree ausführen, etwa „npx husky“; für Lanes den Befehl in lane.setup in .stateroom/config.json aufnehmen.',
  notExecutable: 'nicht ausführbar: {files}',
  notExecutableFix: '„chmod +x“ darauf ausführen, und die Datei committen, wenn Git sie verfolgt.',
  notShell: '{files} ist kein Shell-Skript, deshalb wurden keine Zeilen eingefügt',
  notShellFix: 'Dies darin ausführen und mit dessen Exit-Code enden: {line}',
  noLines: 'Staterooms Zeilen fehlen in {files}',
  noLinesFix: 'Die Datei mit den Zeilen auf dem Branch committen, von dem Worktrees ausgehen.',
  endsBefore: '{files} endet vor Staterooms Zeilen, mit „{line}“',
  endsBeforeFix: 'Staterooms Zeilen an den Anfang des Skripts stellen.',
  silent: 'Ein Probelauf von {hook} hat Staterooms Zeilen nicht erreicht',
  silentFix: 'Mit „git hook run {hook}“ nachsehen, was ihn vorher beendet; HUSKY=0 und LEFTHOOK=0 tun es.',
} satisfies Record<keyof typeof hooksEnglish, string>;
