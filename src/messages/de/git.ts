import type { gitEnglish } from '../en/git.js';

export const gitGerman = {
  noTrustFolder: 'Ihre Vertrauensentscheidung kann nicht gespeichert werden, weil HOME nicht gesetzt ist.',
  noTrustFolderHint: 'HOME setzen (unter Windows APPDATA) und noch einmal versuchen.',
  trustNotSaved: 'Ihre Vertrauensentscheidung konnte nicht gespeichert werden: {message}',
  trustNotSavedHint: 'Das gemeldete Problem beheben und noch einmal versuchen.',
  cannotStart: 'Git konnte nicht gestartet werden: Das System meldete {error}.',
  cannotStartHint:
    'Prüfen, ob das git im PATH ein Programm ist, das ausgeführt werden darf, dann noch einmal versuchen.',
  notFound: 'Git wurde im PATH nicht gefunden.',
  notFoundHint:
    'Git installieren oder seinen Ordner in den PATH aufnehmen. In VS Code genügt auch die Einstellung git.path.',
  folderGone: 'Den Ordner {directory} gibt es nicht mehr.',
  folderGoneHint: 'Ihn zurückverschieben oder das Repository an seinem neuen Ort öffnen.',
  noFolder: 'Ordner {directory} nicht gefunden.',
  noFolderHint: 'Einen Ordner in einem Git-Repository angeben.',
  noRepository: '{directory} liegt in keinem Git-Repository.',
  noRepositoryHint:
    'In ein Repository wechseln, eines mit --repo <dir> nennen oder mit --store <dir> einen Ordner für den Speicher angeben.',
  invalidGitFile: '{file} ist keine gültige .git-Datei: Darin steht nicht „gitdir: <path>“.',
  invalidGitFileHint:
    'Sie mit der .git-Datei eines anderen Worktrees oder Submoduls vergleichen oder in einem anderen Klon arbeiten.',
  badGitFile: '{file} zeigt auf {target}, das kein Git-Verzeichnis ist.',
  badGitFileHint:
    'Wenn das Repository oder der Worktree verschoben wurde, im Hauptworktree „git worktree repair“ ausführen.',
  badCommonDir: '{file} zeigt auf „{target}“, das kein Git-Verzeichnis ist.',
  badCommonDirHint: 'Wenn das Repository verschoben wurde, im Hauptworktree „git worktree repair“ ausführen.',
  pathOutside: '{path} liegt nicht im Worktree {root}.',
  pathOutsideHint: 'Den Pfad einer Datei oder eines Ordners darin angeben, relativ zur obersten Ebene.',
  repoOptionEmpty: '--repo ist leer.',
  repoOptionEmptyHint: 'Einen Ordner in einem Repository angeben.',
  storePlaceEmpty: '{origin} ist leer.',
  storePlaceEmptyHint: 'Einen Ordner für den Speicher angeben.',
  storeIsAddress:
    '{origin} ist eine Adresse mit {scheme}, aber diese Version bewahrt ihren Speicher in einem Ordner auf.',
  storeIsAddressHint:
    'Einen Ordner auf einem lokalen Datenträger angeben oder in einem Git-Repository {origin} weglassen.',
  storeInSystemFolder: '{origin} ist {directory}, ein Systemordner, in dem der Speicher nicht liegen kann.',
  storeInSystemFolderHint: 'Einen Ordner auf einem Datenträger angeben.',
  storeNotFolder: '{origin} ist {directory}; das ist kein Ordner und lässt sich nicht als einer anlegen.',
  storeNotFolderHint: 'Einen Ordner angeben.',
  holdsUnkept: 'er enthält etwas, das nicht in Git ist',
  notWorkTree: '{directory} ist kein Worktree dieses Repositorys.',
  noBranch: 'Branch {branch} nicht gefunden.',
  noBranchHint: 'Einen Branch dieses Repositorys nennen.',
  operationHere: 'Ein {operation} ist hier im Gang.',
  saidNothing: 'kein Grund angegeben.',
  didNotCommit: 'Git konnte nicht committen: {said}',
  finishOperation: 'Erst den {operation} mit Git beenden.',
  refused: 'Git meldete einen Fehler: {said}',
  refusedHint: 'Das von Git gemeldete Problem beheben und noch einmal versuchen.',
  didNotSwitch: 'Git konnte nicht wechseln: {said}',
  didNotSwitchHint: 'Die Änderungen committen, dann wechseln.',
} satisfies Record<keyof typeof gitEnglish, string>;
