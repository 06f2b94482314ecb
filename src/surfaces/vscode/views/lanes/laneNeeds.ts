import type { Need } from '../../../../domain/lane/need.js';
import { unlessRefused } from '../../../../domain/refusal/refusal.js';
import { loadLaneOperations } from '../../../../operations/loadLaneCatalogue.js';
import { needRow, titleLength } from '../../../../present/needRow.js';
import type { OpenRepository } from '../../repository/openRepository.js';
import { asLabel } from '../../support/plainText.js';
import { translate } from '../../support/translate.js';

/** As many as are asked for; the queue's own are among them. */
const maxNeeds = 1000;

/** What waits for a person in lanes, first what holds up most; the queue's own are in its view. Throws what is refused. */
export async function readNeeds(repository: OpenRepository): Promise<readonly Need[]> {
  const { laneNeedsYou } = await loadLaneOperations();
  const answer = unlessRefused(await repository.invoke(laneNeedsYou, { limit: maxNeeds }));
  return answer.needs.filter(({ kind }) => kind !== 'workItem');
}

/** Something in a lane that waits for a person, as a row of a menu. */
export interface LaneNeedRow {
  readonly label: string;
  readonly description: string;
  /** What continues from there. */
  readonly command: { readonly command: string; readonly arguments: readonly unknown[] } | undefined;
}

/** The same as rows of a menu. */
export async function readLaneNeeds(repository: OpenRepository, now: number): Promise<readonly LaneNeedRow[]> {
  return (await readNeeds(repository)).map(need => {
    const { icon, label, description, command } = needRow(need, now, translate, titleLength.menu);
    return { label: `$(${icon}) ${asLabel(label)}`, description: asLabel(description), command };
  });
}
