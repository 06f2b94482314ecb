import { remoteLimit } from '../../git/lane/fetchBranch.js';
import type { LaneTrees } from '../../git/lane/laneTrees.js';
import { message } from '../../messages/message.js';
import type { Context } from '../../records/context.js';

/** Fetches a branch; notifies the caller if the remote does not answer and the local branch is used. */
export async function fetchBase({ signal, notify }: Context, trees: LaneTrees, base: string) {
  const fetched = await trees.fetch(base, { signal });
  if (fetched === 'noAnswer') notify?.(message('lanes.remoteSilent', { seconds: remoteLimit, base }));
  return fetched;
}
