import type { briefRitual } from './briefRitual.js';
import type { converse } from './converse.js';
import type { ritualNamed } from './rituals.js';

/** What surfaces have of rituals. */
export interface RitualRoom {
  readonly ritualNamed: typeof ritualNamed;
  readonly briefRitual: typeof briefRitual;
  readonly converse: typeof converse;
}

/** The rituals, whose code is read when somebody asks for one: the editor takes it from the programs' file. */
export async function loadRituals(): Promise<RitualRoom> {
  const [{ ritualNamed }, { briefRitual }, { converse }] = await Promise.all([
    import('./rituals.js'),
    import('./briefRitual.js'),
    import('./converse.js'),
  ]);
  return { ritualNamed, briefRitual, converse };
}
