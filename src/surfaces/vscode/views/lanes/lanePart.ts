import type { Lane } from '../../../../domain/lane/lane.js';
import type { LanePartRow } from './laneRows.js';

/** Opens the diff of one file. */
export const showChangeCommand = 'stateroom.lane.showChange';

/** Creates a row; `id` is unique within the lane. */
export function part(
  lane: Lane,
  id: string,
  shown: { label: string; facts: readonly (string | undefined)[]; icon?: string } & Partial<
    Pick<LanePartRow, 'color' | 'command' | 'input' | 'file'>
  >,
): LanePartRow {
  const { label, facts: shownFacts, input, ...looks } = shown;
  const facts = shownFacts.filter(fact => fact !== undefined && fact !== '');
  const spoken = [label, ...facts].join(', ');
  return {
    type: 'lanePart',
    id: `${lane.id}/${id}`,
    label,
    description: facts.join(' · '),
    contextValue: `lanePart ${id.split('.')[0]}`,
    spoken,
    tooltip: spoken,
    input: { lane: lane.lane, ...input },
    ...looks,
  };
}
