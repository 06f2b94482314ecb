import type { Lane } from '../../../domain/lane/lane.js';
import type { Message } from '../../../domain/message/message.js';
import { loadLaneOperations } from '../../../operations/loadLaneCatalogue.js';
import type { Repository } from '../repository.js';
import { invokeOrThrow } from '../support/invokeOrThrow.js';

/** Rows of one list; who has more reads on after acknowledging them. */
const maxTalkRows = 200;

/** Questions that a person may answer, oldest first; throws what the store refuses. */
export async function openQuestions(repository: Repository): Promise<readonly Message[]> {
  const reader = await repository.personName();
  const found = await invokeOrThrow(repository, (await loadLaneOperations()).messageList, {
    as: reader,
    kind: 'question',
    all: true,
    limit: maxTalkRows,
  });
  return found.messages.filter(({ status }) => status !== 'closed');
}

/** What a reader has not acknowledged, oldest first; throws what the store refuses. */
export async function readMessages(repository: Repository, reader: string, limit = maxTalkRows) {
  const found = await invokeOrThrow(repository, (await loadLaneOperations()).messageList, { as: reader, limit });
  return found;
}

/** Reports that no one acknowledged, oldest first; throws what the store refuses. */
export async function readReports(repository: Repository, lane: Lane['lane'] | undefined) {
  const about = lane === undefined ? {} : { lane };
  const found = await invokeOrThrow(repository, (await loadLaneOperations()).reportList, {
    ...about,
    limit: maxTalkRows,
  });
  return found.reports;
}
