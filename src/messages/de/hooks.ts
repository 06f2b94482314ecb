import type { hooksEnglish } from '../en/hooks.js';

export const hooksGerman = {
  noWorkTree: 'Hier ist kein Worktree. Hooks gehören zu einem Worktree eines Repositorys.',
} satisfies Record<keyof typeof hooksEnglish, string>;
