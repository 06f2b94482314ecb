import type { Lane } from '../../../domain/lane/lane.js';
import type { Message } from '../../../domain/message/message.js';
import { loadLaneOperations } from '../../../operations/loadLaneCatalogue.js';
import type { Repository } from '../repository.js';
import { invokeOrThrow } from '../support/invokeOrThrow.js';

/** Max rows of one list; acknowledging them shows more. */
const maxTalkRows = 200;

/** Returns questions that a person may answer, oldest first; throws the store's refusals. */
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

/** Returns a reader's unacknowledged messages, oldest first; throws the store's refusals. */
export async function readMessages(repository: Repository, reader: string, limit = maxTalkRows) {
  const found = await invokeOrThrow(repository, (await loadLaneOperations()).messageList, { as: reader, limit });
  return found;
}

/** Returns unacknowledged reports, oldest first; throws the store's refusals. */
export async function readReports(repository: Repository, lane: Lane['lane'] | undefined) {
  const about = lane === undefined ? {} : { lane };
  const found = await invokeOrThrow(repository, (await loadLaneOperations()).reportList, {
    ...about,
    limit: maxTalkRows,
  });
  return found.reports;
}
