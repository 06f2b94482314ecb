import { loadLaneOperations } from '../../operations/loadLaneCatalogue.js';
import { needLines } from '../../present/contextSections.js';
import { references, restOf } from '../standing.js';
import { type Prepared, read, type WorkflowCall } from '../workflow.js';
import { actOfNeed } from './actOfNeed.js';
import { asks } from './asks.js';

const max = 10;

/** Items that wait for a person: findings, blockers and questions first, then by the work that they block. */
export async function answerNeeds(call: WorkflowCall): Promise<Prepared> {
  const { translate: t } = call;
  const { laneNeedsYou } = await loadLaneOperations();
  const found = await read(call, laneNeedsYou, { limit: max });
  const { needs, total } = found;
  return {
    brief: {
      title: t('Needs You'),
      sections: [
        {
          heading: total === 0 ? t('Nothing needs your attention') : t('What blocks work comes first'),
          lines:
            total === 0
              ? [t('No questions, reviews or failed workers are waiting for a person.')]
              : [...needs.flatMap(need => needLines(need, call, call.now)), ...restOf(call, total - needs.length)],
        },
      ],
      references: references(needs),
      acts: needs.flatMap(need => actOfNeed(call.translate, need) ?? []).slice(0, 3),
      missing: [],
    },
    asks: [asks.next(t), asks.working(t)],
  };
}
