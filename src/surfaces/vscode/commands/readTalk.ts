import type { Lane } from '../../../domain/lane/lane.js';
import type { Message } from '../../../domain/message/message.js';
import { isRefusal, RefusalError } from '../../../domain/refusal/refusal.js';
import { loadLaneOperations } from '../../../operations/loadLaneCatalogue.js';
import type { Repository } from '../repository.js';

/** Rows of one list; who has more reads on after acknowledging them. */
const maxTalkRows = 200;

/** Questions that a person may answer, oldest first; throws what the store refuses. */
export async function openQuestions(repository: Repository): Promise<readonly Message[]> {
  const reader = await repository.personName();
  const found = await repository.invoke((await loadLaneOperations()).messageList, {
    as: reader,
    kind: 'question',
    all: true,
    limit: maxTalkRows,
  });
  if (isRefusal(found)) throw new RefusalError(found);
  return found.messages.filter(({ status }) => status !== 'closed');
}

/** What a reader has not acknowledged, oldest first; throws what the store refuses. */
export async function readMessages(repository: Repository, reader: string, limit = maxTalkRows) {
  const found = await repository.invoke((await loadLaneOperations()).messageList, { as: reader, limit });
  if (isRefusal(found)) throw new RefusalError(found);
  return found;
}

/** Reports that no one acknowledged, oldest first; throws what the store refuses. */
export async function readReports(repository: Repository, lane: Lane['lane'] | undefined) {
  const about = lane === undefined ? {} : { lane };
  const found = await repository.invoke((await loadLaneOperations()).reportList, {
    ...about,
    limit: maxTalkRows,
  });
  if (isRefusal(found)) throw new RefusalError(found);
  return found.reports;
}
