import { errorText } from '../../messages/errorText.js';
import type { Context } from '../context.js';

/**
 * Keeps which commit of a lane, by its name, the caller has reviewed. What fails is logged alone: the review is recorded, and
 * who asks what has changed since is shown more.
 */
export async function keepReview({ actor, lanes, log }: Context, lane: string, commit: string | null): Promise<void> {
  if (lanes === undefined || commit === null) return;
  try {
    await (await lanes.trees()).keepReviewed(lane, actor.name, commit);
  } catch (error) {
    log.warn(`Which commit of ${lane} was reviewed could not be kept: ${errorText(error)}`);
  }
}

/** Forgets who has reviewed what of a lane that is over. */
export async function forgetReviews({ lanes, log }: Context, lane: string): Promise<void> {
  try {
    await (await lanes?.trees())?.forgetReviewed(lane);
  } catch (error) {
    log.warn(`The reviewed commits of ${lane} could not be forgotten: ${errorText(error)}`);
  }
}
