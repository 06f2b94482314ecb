import type { z } from 'zod';
import { isRefusal, RefusalError } from '../../../domain/refusal/refusal.js';
import type { workerShow } from '../../../operations/lane/worker/workerShow.js';
import { loadLaneOperations } from '../../../operations/loadLaneCatalogue.js';
import { throttle } from '../../../platform/throttle.js';
import type { Turn } from '../../../sample/sample.js';
import type { RefusalNotice } from '../repository/refusalNotice.js';
import type { Repository } from '../repository.js';

/** Carries out a turn as the person at this editor; shows refusals. */
export async function answerTurn(repository: Repository, turn: Turn, notice: RefusalNotice): Promise<void> {
  const { lane } = turn;
  if (turn.act === 'requestChanges') {
    const requestChanges = (await loadLaneOperations()).workerRequestChanges;
    const answered = await repository.invoke(requestChanges, { lane, message: turn.message });
    if (isRefusal(answered)) notice.show(answered, repository);
    return;
  }
  const shown = await repository.invoke((await loadLaneOperations()).workerShow, { lane });
  if (isRefusal(shown)) return notice.show(shown, repository);
  // Approving a lane twice is refused, and it may have been approved in Lanes.
  if (shown.state !== 'APPROVED') {
    const approved = await repository.invoke((await loadLaneOperations()).workerApprove, { lane });
    if (isRefusal(approved)) return notice.show(approved, repository);
  }
  const merged = await repository.invoke((await loadLaneOperations()).workerMerge, { lane });
  if (isRefusal(merged)) notice.show(merged, repository);
}

const inReview: ReadonlySet<z.output<typeof workerShow.output>['state']> = new Set(['IN_REVIEW', 'APPROVED']);

/** Resolves when a lane is no longer in review, changed by anyone; rejects when `signal` aborts. */
export async function whenAnswered(repository: Repository, { lane }: Turn, signal: AbortSignal): Promise<void> {
  const show = (await loadLaneOperations()).workerShow;
  await new Promise<void>((resolve, reject) => {
    const end = (settle: () => void): void => {
      following.dispose();
      signal.removeEventListener('abort', stop);
      settle();
    };
    const look = throttle(async () => {
      const shown = await repository.invoke(show, { lane });
      if (isRefusal(shown)) end(() => reject(new RefusalError(shown)));
      else if (!inReview.has(shown.state)) end(resolve);
    });
    const lookNow = (): void => void look().catch(error => end(() => reject(error)));
    const stop = (): void => end(() => reject(signal.reason));
    const following = repository.onDidChange(lookNow);
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    else lookNow();
  });
}
