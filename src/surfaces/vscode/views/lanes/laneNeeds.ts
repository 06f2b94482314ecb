import type { Need } from '../../../../domain/lane/need.js';
import { isRefusal, RefusalError } from '../../../../domain/refusal/refusal.js';
import { loadLaneOperations } from '../../../../operations/loadLaneCatalogue.js';
import { needRow, titleLength } from '../../../../present/needRow.js';
import type { LaneNeedRow } from '../../lanes/lanesPart.js';
import type { OpenRepository } from '../../repository/openRepository.js';
import { asLabel } from '../../support/plainText.js';
import { translate } from '../../support/translate.js';

/** As many as are asked for; the queue's own are among them. */
const mostNeeds = 1000;

/** What waits for a person in lanes, first what holds up most; the queue's own are in its view. Throws what is refused. */
export async function readNeeds(repository: OpenRepository): Promise<readonly Need[]> {
  const answer = await repository.invoke((await loadLaneOperations()).laneNeedsYou, {
    limit: mostNeeds,
  });
  if (isRefusal(answer)) throw new RefusalError(answer);
  return answer.needs.filter(({ kind }) => kind !== 'workItem');
}

/** The same as rows of a menu. */
export async function readLaneNeeds(repository: OpenRepository, now: number): Promise<readonly LaneNeedRow[]> {
  return (await readNeeds(repository)).map(need => {
    const { icon, label, description, command } = needRow(need, now, translate, titleLength.menu);
    return { label: `$(${icon}) ${asLabel(label)}`, description: asLabel(description), command };
  });
}
