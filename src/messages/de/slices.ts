import type { slicesEnglish } from '../en/slices.js';

export const slicesGerman = {
  isCommitted: 'committet',
  isClosed: 'geschlossen',
  noneOpenHint: 'Ohne Abschnitt mit git committen oder den nächsten beginnen.',
  noneOpen: '{task} hat keinen Abschnitt, der nicht geschlossen ist.',
  ambiguous: '{task} hat {count} offene Abschnitte: {slices}.',
  ambiguousHint: 'Einen mit `slice` nennen.',
  cannotClose: '{slice} kann nicht geschlossen werden: {why}.',
  secretTest:
    'Der Test enthält, was wie ein Geheimnis aussieht. Es würde nicht gespeichert, sodass kein Lauf den Abschnitt belegen könnte.',
  secretTestHint: 'Das Geheimnis in eine Umgebungsvariable setzen, die der Test liest.',
  maskedTestHint:
    'Ein Geheimnis in seinem Test wurde nicht gespeichert, sodass kein Lauf ihn belegen kann. Einen Abschnitt beginnen, dessen Test es aus einer Umgebungsvariable liest.',
  detachedHead: 'HEAD ist losgelöst: Ein Commit wäre hier auf keinem Branch.',
  onOtherBranch: 'Hier ist {branch} ausgecheckt, und an {task} wird auf {other} gearbeitet.',
  detachedHeadHint: 'Erst auf einen Branch wechseln{branch}.',
  onOtherBranchHint: 'Aus dem Worktree der Aufgabe aufrufen oder zu ihrem Branch wechseln.',
  nothingToCommitHint: 'Erst etwas ändern.',
  untrackedHint: 'Neue Dateien werden mit untracked committet.',
  didNotCommitHint: 'Das in Ordnung bringen und noch einmal committen.',
  none: '{task} hat noch keinen Abschnitt.',
  planNotHere: 'Der Plan von {task}, {path}, ist nicht in diesem Worktree.',
  planNotHereHint: 'Zu dem Branch wechseln, der ihn hat, oder den Abschnitt ohne Punkt beginnen.',
  noBox: '{path} hat kein Kästchen {item}.',
  noOpenBox: 'Keines seiner Kästchen ist offen.',
  openBoxes: 'Seine offenen Kästchen sind: {boxes}.',
} satisfies Record<keyof typeof slicesEnglish, string>;
