import { permissionPolicies } from '../agentSession/agentSessionRow.js';
import { name, oneOf, repositoryId, revision, text, time, ulid } from '../record/column.js';
import { RecordDefinition, type RowOf } from '../record/record.js';

/** `finish`: what runs goes on to its end, and nothing new starts; `now`: what runs is stopped. */
export const controlStops = ['finish', 'now'] as const;

/** One time that control is on. At most one of a repository has no end. */
export const controlShiftDefinition = new RecordDefinition(
  'control_shifts',
  {
    id: ulid.hidden,
    repository_id: repositoryId,
    started_by: name,
    started_at: time.as('started'),
    until_at: time.orNull.as('until'),
    /** JSON of the settings that the person confirmed (`ControlConfig`). */
    settings: text(20_000).hidden,
    /** JSON of the repository's settings at that moment. */
    repository_settings: text(20_000).hidden,
    policy: oneOf(permissionPolicies),
    stop: oneOf(controlStops).orNull,
    stop_by: name.orNull.as('stoppedBy'),
    stop_at: time.orNull.as('stopAsked'),
    ended_at: time.orNull.as('ended'),
    /** Time at which a person had read its report. */
    read_at: time.orNull.as('read'),
    revision: revision.hidden,
  },
  { owner: null, order: ['started_at', 'id'] },
);
export type ControlShiftRow = RowOf<typeof controlShiftDefinition>;
