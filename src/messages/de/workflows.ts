import type { workflowsEnglish } from '../en/workflows.js';

export const workflowsGerman = {
  notLoaded: 'Workflows sind hier nicht verfügbar.',
  notLoadedHint: 'Die Kommandozeile nutzen: `stateroom ritual brief`.',
  writesMask: 'Es würde die Maske eines Geheimnisses in {path} schreiben.',
  writesMaskHint: 'Maskierten Text unverändert lassen und nur den Text darum herum ändern.',
} satisfies Record<keyof typeof workflowsEnglish, string>;
