import type { hooksEnglish } from '../en/hooks.js';

export const hooksGerman = {
  elsewhere:
    '{file} führt über einen Link aus diesem Worktree hinaus oder in ein Git-Verzeichnis; es wurde kein Hook geschrieben.',
  notRead: '{file} ist keine reguläre Datei von höchstens 16 MB; es wurde kein Hook geschrieben.',
  hardLink:
    '{file} hat einen weiteren Namen (Hardlink), den eine Änderung zurückließe; es wurde kein Hook geschrieben.',
  replaceFile: 'Eine reguläre Datei des Repositorys an diese Stelle legen und erneut versuchen.',
  noWorkTree: 'Hier ist kein Worktree. Hooks gehören zu einem Worktree eines Repositorys.',
} satisfies Record<keyof typeof hooksEnglish, string>;
