import * as z from 'zod';
import { RefusalError, refuse } from '../../domain/refusal/refusal.js';
import type { Rescue } from '../../git/rescue/rescue.js';
import { message } from '../../messages/message.js';

export const rescueField = z
  .string()
  .trim()
  .min(1)
  .max(500)
  .describe('The backup: its reference, its time, or a lane’s name for the newest');

export const rescueSchema = z.object({
  /** `refs/stateroom/rescue/<lane>/<time>` */
  ref: z.string(),
  lane: z.string(),
  keptAt: z.iso.datetime(),
  directory: z.string(),
  head: z.string(),
  /** HEAD's branch; null if detached. */
  branch: z.string().nullable(),
  /** A merge, rebase or the like in progress. */
  operation: z.string().nullable(),
  /** Number of files that look like secrets, kept next to the store. */
  secrets: z.number().int(),
});
export type ShownRescue = z.output<typeof rescueSchema>;

export function presentRescue({ ref, manifest }: Rescue): ShownRescue {
  return {
    ref,
    lane: manifest.lane,
    keptAt: new Date(manifest.keptAt).toISOString(),
    directory: manifest.directory,
    head: manifest.head,
    branch: manifest.headRef?.replace(/^refs\/heads\//, '') ?? null,
    operation: manifest.operation,
    secrets: manifest.secrets.length,
  };
}

/** Finds a backup by ref, `login/20261121T123005007Z`, time, or a lane's name for its newest. Refuses none and several. */
export function namedRescue(rescues: readonly Rescue[], text: string): Rescue {
  const found = rescues.filter(({ ref }) => ref === text || ref.endsWith(`/${text}`));
  const [first] = found.length === 0 ? rescues.filter(({ manifest }) => manifest.lane === text) : found;
  if (first !== undefined && found.length < 2) return first;
  throw new RefusalError(
    found.length === 0
      ? refuse('not_found', message('lanes.noRescue', { rescue: text.slice(0, 200) }), {
          next: [{ operation: 'lane.rescues', input: {} }],
        })
      : refuse('ambiguous', message('lanes.severalRescues', { rescue: text.slice(0, 200), count: found.length }), {
          hint: message('lanes.severalRescuesHint'),
          details: { candidates: found.map(({ ref }) => ref) },
        }),
  );
}
