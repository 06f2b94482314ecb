import { isOwned } from '../../domain/lane/ownedPath.js';
import { message } from '../../messages/message.js';
import type { Context } from '../context.js';

/** Notifies the caller of owned paths without a file: for future files, or mistyped. Asks git. */
export async function noticeUnmatched({ notify, workTree }: Context, owns: readonly string[] = []): Promise<void> {
  if (notify === undefined || workTree === undefined || owns.length === 0) return;
  const files = await workTree.paths();
  const unmatched = owns.filter(pattern => !files.some(file => isOwned(file, [pattern])));
  if (unmatched.length === 0) return;
  const shown = unmatched.length > 5 ? [...unmatched.slice(0, 5), '…'] : unmatched;
  notify(message('lanes.ownsNoFile', { paths: shown.join(', ') }));
}
