import type { configEnglish } from '../en/config.js';

export const configGerman = {
  notFile: 'sie ist keine reguläre Datei dieses Worktrees von höchstens 64 MB',
  unusable: '{path} ist nicht benutzbar: {why}.',
  notifyIsPersonal: 'notify führt ein Programm aus und ist daher nur in der eigenen config.json eine Einstellung',
  unusableHint: 'Die Datei berichtigen und noch einmal versuchen.',
  laneBaseHint: 'So steht es unter lane.base in {path}: dort berichtigen oder einen anderen Branch nennen ({flag}).',
} satisfies Record<keyof typeof configEnglish, string>;
