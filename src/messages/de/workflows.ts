import type { workflowsEnglish } from '../en/workflows.js';

export const workflowsGerman = {
  notLoaded: 'Rituale sind hier nicht geladen.',
  notLoadedHint: 'Auf der Kommandozeile fragen: `stateroom ritual brief`.',
  writesMask: 'Es würde die Maske eines Geheimnisses in {path} schreiben.',
  writesMaskHint: 'Lassen, was maskiert ist, und nur ändern, was darum herum steht.',
} satisfies Record<keyof typeof workflowsEnglish, string>;
