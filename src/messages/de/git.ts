import type { gitEnglish } from '../en/git.js';

export const gitGerman = {
  noTrustFolder: 'Es gibt keinen Ordner für Ihr Vertrauen, weil HOME nicht gesetzt ist.',
  noTrustFolderHint: 'HOME setzen (unter Windows APPDATA) und noch einmal versuchen.',
  trustNotSaved: 'Ihr Vertrauen konnte nicht gespeichert werden: {message}',
  trustNotSavedHint: 'Das Genannte in Ordnung bringen und noch einmal versuchen.',
  cannotStart: 'Git konnte nicht gestartet werden: Das System antwortete {error}.',
  cannotStartHint:
    'Nachsehen, ob das git im PATH ein Programm ist, das ausgeführt werden darf; wenn ja, noch einmal versuchen.',
  notFound: 'Git wurde nicht gefunden: Kein Programm dieses Namens liegt im PATH.',
  notFoundHint:
    'Git installieren oder seinen Ordner in den PATH aufnehmen; in VS Code kann die Einstellung git.path es nennen.',
  folderGone: 'Der Ordner {directory} ist weg.',
  folderGoneHint: 'Ihn dorthin zurücklegen, wo er war, oder das Repository öffnen, wo es jetzt ist.',
  noFolder: 'Es gibt keinen Ordner {directory}.',
  noFolderHint: 'Einen Ordner in einem Git-Repository angeben.',
  noRepository: '{directory} liegt in keinem Git-Repository.',
  noRepositoryHint:
    'In ein Repository wechseln, eines mit --repo <dir> nennen oder mit --store <dir> einen Ort für den Speicher.',
  invalidGitFile: '{file} ist keine gültige Git-Datei: Darin steht nicht „gitdir: <path>“.',
  invalidGitFileHint:
    'Sie mit der .git-Datei eines anderen Worktrees oder Submoduls vergleichen oder in einem anderen Klon arbeiten.',
  badGitFile: '{file} zeigt auf {target}, das kein Git-Verzeichnis ist.',
  badGitFileHint:
    'Wenn das Repository oder der Worktree verschoben wurde, im Hauptworktree „git worktree repair“ ausführen.',
  badCommonDir: '{file} zeigt auf „{target}“, das kein Git-Verzeichnis ist.',
  badCommonDirHint: 'Wenn das Repository verschoben wurde, im Hauptworktree „git worktree repair“ ausführen.',
  pathOutside: '{path} ist kein Pfad innerhalb des Worktrees {root}.',
  pathOutsideHint: 'Den Pfad einer Datei oder eines Ordners darin angeben, relativ zur obersten Ebene.',
  repoOptionEmpty: '--repo ist leer.',
  repoOptionEmptyHint: 'Einen Ordner eines Repositorys angeben.',
  storePlaceEmpty: '{origin} ist leer.',
  storePlaceEmptyHint: 'Einen Ordner für den Speicher angeben.',
  storeIsAddress: '{origin} ist eine Adresse mit {scheme}, und diese Version hat ihren Speicher in einem Ordner.',
  storeIsAddressHint:
    'Einen Ordner auf einem lokalen Datenträger angeben oder in einem Git-Repository {origin} weglassen.',
  storeInSystemFolder: '{origin} ist {directory}, wo das System keine Dateien von Benutzern behält.',
  storeInSystemFolderHint: 'Einen Ordner auf einem Datenträger angeben.',
  storeNotFolder: '{origin} ist {directory}, das kein Ordner ist und keiner werden kann.',
  storeNotFolderHint: 'Einen Ordner angeben.',
  holdsUnkept: 'er enthält etwas, das git nicht hat',
  notWorkTree: '{directory} ist kein Worktree dieses Repositorys.',
  noBranch: 'Es gibt keinen Branch {branch}.',
  noBranchHint: 'Einen Branch dieses Repositorys nennen.',
  operationHere: 'Ein {operation} ist hier im Gang.',
  saidNothing: 'Es sagte nichts.',
  didNotCommit: 'Git hat nicht committet: {said}',
  finishOperation: 'Erst den {operation} mit Git beenden.',
  refused: 'Git hat es abgelehnt: {said}',
  refusedHint: 'In Ordnung bringen, was Git nennt, und noch einmal versuchen.',
  didNotSwitch: 'Git hat nicht gewechselt: {said}',
  didNotSwitchHint: 'Committen, was da ist, dann wechseln.',
} satisfies Record<keyof typeof gitEnglish, string>;
