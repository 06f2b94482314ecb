import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ScratchRepository } from '../editor/scratchRepository.js';
import type { SceneCli } from '../editor/viewScene.js';

/** What scenes in a repository named `shop` do by the command line, as people and agents do. */
export function laneActs(cli: SceneCli, repository: ScratchRepository) {
  const folder = (lane: string): string => `../shop.worktrees/${lane}`;
  const store = join(repository.path, '.git', 'stateroom');
  const heartbeats = join(store, 'workers');
  return {
    spawn: (name: string, ...words: string[]) => cli('Robin', 'worker', 'spawn', name, '--no-fetch', ...words),
    /** Its agent is silent from then on: what it writes would count as a heartbeat. */
    start: (lane: string) => cli('Robin', 'worker', 'start', lane, '--agent', 'codex-1'),
    commit: async (lane: string, file: string, text: string): Promise<void> => {
      await repository.write(`${folder(lane)}/${file}`, text);
      await repository.git('-C', folder(lane), 'add', '--all');
      await repository.git('-C', folder(lane), 'commit', '--quiet', `--message=Change ${file}`);
    },
    /** As if the worker, which means to beat every ten minutes, had beaten last so many minutes ago, and no agent had called since. */
    heartbeat: async (lane: string, minutes: number): Promise<void> => {
      await rm(join(store, 'presence'), { recursive: true, force: true });
      for (const name of await readdir(heartbeats)) if (name.startsWith(`${lane}.`)) await rm(join(heartbeats, name));
      await writeFile(join(heartbeats, `${lane}.${Date.now() - minutes * 60_000}.600000`), '');
    },
  };
}
