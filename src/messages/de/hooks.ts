import type { hooksEnglish } from '../en/hooks.js';

export const hooksGerman = {
  noWorkTree: 'Hooks gehören zu einem Worktree eines Repositorys, und hier ist keiner.',
} satisfies Record<keyof typeof hooksEnglish, string>;
