import type { Parameter } from '../../../operations/commandLine.js';
import type { OwnCommand } from '../commandLine/commandSet.js';

function option(flag: string, description: string, kind: Parameter['kind'] = 'text'): Parameter {
  return { field: flag, flag, kind, choices: [], list: false, required: false, description };
}

/** Streams page by page; an operation would hold the whole answer in memory. */
export const eventsExport: OwnCommand = {
  path: ['events', 'export'],
  summary: 'Writes the timeline as text, one line per event, grouped by day. With --json, writes one object per line.',
  positionals: [option('file', 'New file; stdout by default')],
  flags: [
    option('by', 'Only events by this actor'),
    option('type', 'Only events of this type; finding_* is several'),
    option('about', 'Only events about W-12, T-3, F-4, L-5 or R-6'),
    option('from', 'Only from this time on: ISO 8601, unix ms or -2h'),
    option('to', 'Only before this time'),
    option('archived', 'Read archived work (store archive) instead', 'boolean'),
  ],
  examples: ['events export', 'events export all.timeline', 'events export --from -7d --type "finding_*" --json'],
  async run(session, input) {
    return (await import('../exportEvents.js')).exportEvents(session, input);
  },
};
