import type { trustEnglish } from '../en/trust.js';

export const trustGerman = {
  noClone: 'Vertrauen gehört zum Klon eines Repositorys, und hier ist keiner.',
  noCloneHint: 'Aus einem Worktree des Repositorys aufrufen.',
  shortened: ' Sie sind hier gekürzt; `stateroom trust show` zeigt sie ganz.',
  untrusted: 'Kein Mensch hat diesen Befehlen von {setting} in diesem Klon vertraut: {commands}{more}.{where}',
  untrustedInEditor: '„Befehle des Repositorys prüfen …“ zeigt sie und lässt ihnen vertrauen.',
  untrustedOnSetup:
    'Sie ansehen (`stateroom trust show`) und ihnen vertrauen (`stateroom trust grant`) oder sie weglassen (--no-setup).',
  untrustedOnCommandLine: '`stateroom trust show` zeigt sie, `stateroom trust grant` vertraut ihnen.',
  untrustedAgentOnSetup:
    'Ein Mensch kann ihnen vertrauen, in VS Code mit „Befehle des Repositorys prüfen …“ oder im Terminal mit `stateroom trust grant`; --no-setup lässt sie weg.',
  untrustedAgent:
    'Ein Mensch kann ihnen vertrauen, in VS Code mit „Befehle des Repositorys prüfen …“ oder im Terminal mit `stateroom trust grant`.',
  changedSinceShown: 'Die Befehle des Repositorys haben sich geändert, seit sie gezeigt wurden.',
} satisfies Record<keyof typeof trustEnglish, string>;
