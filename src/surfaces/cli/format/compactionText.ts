import type { Compaction } from '../../../domain/compaction/compaction.js';
import type { compactionOperations } from '../../../operations/compaction/compactionOperations.generated.js';
import type { TextsOf } from './resultText.js';
import { manyLines, oneLine } from './text.js';
import { fullTime, type View, words } from './view.js';

export const texts: TextsOf<typeof compactionOperations> = {
  compactionRecord: ({ compaction }) => `Recorded ${oneLine(compaction.key)}.`,
  compactionLatest: ({ compaction }, view) =>
    compaction === null ? 'No compaction was recorded.' : compactionPage(compaction, view),
  compactionPacket: ({ packet, enabled }) => {
    if (!enabled) return 'Compaction is off. Turn it on: stateroom compaction settings --enabled';
    return packet === '' ? 'The session already has this packet.' : manyLines(packet).join('\n');
  },
  compactionSettings: ({ enabled, source, thresholds }) =>
    `Compaction is ${enabled ? 'on' : 'off'} (${words(source)}), starting at ${thresholds.tokens.toLocaleString('en')} tokens or ${thresholds.characters.toLocaleString('en')} characters.`,
};

function compactionPage({ key, createdAt, actor, summary, residual }: Compaction, view: View): string {
  const { style } = view;
  const sections = Object.entries(summary).flatMap(([name, entries]) =>
    entries.length === 0 ? [] : [style.dim(words(name)), ...entries.map(entry => `  ${oneLine(entry)}`)],
  );
  return [
    `${style.bold(oneLine(key))}  ${style.dim(`${fullTime(createdAt, view)} by ${oneLine(actor)}`)}`,
    ...sections,
    ...(residual === null ? [] : manyLines(residual)),
  ].join('\n');
}
