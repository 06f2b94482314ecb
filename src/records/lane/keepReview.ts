import { errorText } from '../../messages/errorText.js';
import type { Context } from '../context.js';

/** Stores the commit of a lane (by name) that the caller reviewed. Only logs failures: the next review shows too much. */
export async function keepReview({ actor, lanes, log }: Context, lane: string, commit: string | null): Promise<void> {
  if (lanes === undefined || commit === null) return;
  try {
    await (await lanes.trees()).keepReviewed(lane, actor.name, commit);
  } catch (error) {
    log.warn(`The reviewed commit of ${lane} could not be stored: ${errorText(error)}`);
  }
}

/** Deletes the reviewed commits of an ended lane, and the steps of its agents. */
export async function forgetReviews({ lanes, log }: Context, lane: string): Promise<void> {
  try {
    const trees = await lanes?.trees();
    await trees?.forgetReviewed(lane);
    await trees?.forgetSteps(lane);
  } catch (error) {
    log.warn(`The reviewed commits of ${lane} could not be removed: ${errorText(error)}`);
  }
}
