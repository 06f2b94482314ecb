import { remoteLimit } from '../../git/lane/fetchBranch.js';
import type { LaneTrees } from '../../git/lane/laneTrees.js';
import { message } from '../../messages/message.js';
import type { Context } from '../../records/context.js';

/** Fetches a branch; where the remote does not answer, the caller hears that the branch as it is here is taken. */
export async function fetchBase({ signal, notify }: Context, trees: LaneTrees, base: string) {
  const fetched = await trees.fetch(base, { signal });
  if (fetched === 'noAnswer') notify?.(message('lanes.remoteSilent', { seconds: remoteLimit, base }));
  return fetched;
}
