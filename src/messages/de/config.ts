import type { configEnglish } from '../en/config.js';

export const configGerman = {
  unusable: '{path} ist nicht benutzbar: {why}.',
  unusableHint: 'Die Datei berichtigen und noch einmal versuchen.',
} satisfies Record<keyof typeof configEnglish, string>;
