import { type Message, made, message } from '../../../messages/message.js';
import type { QueryOptions, QueryResult } from '../../store.js';
import { StoreError, type StoreErrorCode } from '../../storeError.js';

/** Plain SQLite, or the store's pages at the thread's start. */
export type QuerySource =
  | { readonly image: Uint8Array }
  | { readonly directory: string; readonly schemaVersion: number };

export interface QueryTask {
  readonly source: QuerySource;
  readonly wasmFile: string;
  readonly sql: string;
  readonly limit: number;
}

export type QueryAnswer =
  | { readonly ok: true; readonly result: QueryResult }
  | { readonly ok: false; readonly code: StoreErrorCode; readonly said: Message; readonly hint?: Message };

const defaultTimeoutMs = 10_000;

/** Runs a query on its own thread from `workerFile`, with a timeout and `signal`. Throws the query's refusal, or QUERY_ENDED. */
export async function queryApart(
  workerFile: string,
  task: QueryTask,
  { timeoutMs = defaultTimeoutMs, signal }: QueryOptions = {},
): Promise<QueryResult> {
  if (signal?.aborted) throw cancelled();
  // Loaded only for queries.
  const { Worker } = await import('node:worker_threads');
  const worker = new Worker(workerFile, {
    workerData: task,
    transferList: 'image' in task.source ? [task.source.image.buffer as ArrayBuffer] : [],
    execArgv: [],
  });
  let timer: NodeJS.Timeout | undefined;
  let onAbort: (() => void) | undefined;
  try {
    const answer = await new Promise<QueryAnswer>((resolve, reject) => {
      timer = setTimeout(() => reject(timedOut(timeoutMs)), timeoutMs);
      onAbort = () => reject(cancelled());
      signal?.addEventListener('abort', onAbort);
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', code => reject(new Error(`The query's thread exited with code ${code} without an answer.`)));
    });
    if (answer.ok) return answer.result;
    throw new StoreError(answer.code, made(answer.said), answer.hint === undefined ? {} : { hint: made(answer.hint) });
  } finally {
    clearTimeout(timer);
    if (onAbort !== undefined) signal?.removeEventListener('abort', onAbort);
    await worker.terminate();
  }
}

function timedOut(timeoutMs: number): StoreError {
  return new StoreError('QUERY_ENDED', message('store.queryTimeout', { seconds: timeoutMs / 1000 }), {
    hint: message('store.queryTimeoutHint'),
  });
}

function cancelled(): StoreError {
  return new StoreError('QUERY_ENDED', message('store.queryCancelled'));
}
