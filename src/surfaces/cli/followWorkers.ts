import type { Lane } from '../../domain/lane/lane.js';
import { isRefusal } from '../../domain/refusal/refusal.js';
import { inEnglish } from '../../messages/inEnglish.js';
import { invoke } from '../../operations/invoke.js';
import type { AnyOperation } from '../../operations/operation.js';
import { resultText } from './format/resultText.js';
import { manyLines } from './format/text.js';
import type { Session } from './session.js';
import { stream, streamFlag } from './stream.js';

type Input = Readonly<Record<string, unknown>>;

export const followLogFlag = streamFlag('follow', 'Keep printing output until the program ends');

export const watchFlag = streamFlag(
  'watch',
  'Refresh on each change until interrupted; with --json, one object per line',
);

/** Polling intervals in ms. */
const lookEveryMs = { log: 300, workers: 1000 } as const;

/** Prints the end of a worker's log, then all that is appended, until its program ends or the user interrupts. */
export function followLog(session: Session, input: Input, operation: AnyOperation): Promise<number> {
  const { printer } = session;
  return stream(session, { reads: true, everyMs: lookEveryMs.log }, context => {
    let request = input;
    return async () => {
      const answer = await invoke(operation, context, request);
      if (isRefusal(answer)) return answer;
      const { text, end, running } = answer as { text: string; end: number; running: boolean };
      if (text !== '') {
        if (printer.json) printer.stdout.writeJson(inEnglish(answer));
        else printer.stdout.write(manyLines(text).join('\n'));
      }
      const { lines: _, ...rest } = request;
      request = { ...rest, after: end };
      return running || text !== '' ? 'later' : 'done';
    };
  });
}

export function watchWorkers(session: Session, input: Input, operation: AnyOperation): Promise<number> {
  const { printer, parts } = session;
  const { stdout } = printer;
  return stream(session, { reads: true, everyMs: lookEveryMs.workers }, context => {
    let shown: string | undefined;
    return async () => {
      const answer = await invoke(operation, context, input);
      if (isRefusal(answer)) return answer;
      const now = Date.now();
      const state = JSON.stringify(withoutHeartbeats(answer as { workers: Lane[] }));
      const isSame = state === shown;
      // A terminal shows relative times, which change without an event.
      if (isSame && (printer.json || !stdout.isTerminal)) return 'later';
      shown = state;
      const text = `${resultText(operation, answer, { ...printer.view, now }, input, parts.texts)}\n`;
      if (printer.json) stdout.writeJson(inEnglish(answer));
      else if (stdout.isTerminal) stdout.redrawScreen(text);
      else stdout.write(text);
      return 'later';
    };
  });
}

/** Drops the times of heartbeats: a new one alone is not a change to print. */
function withoutHeartbeats({ workers }: { workers: Lane[] }): unknown {
  return workers.map(lane => ({
    ...lane,
    worker: lane.worker && { ...lane.worker, lastBeatAt: null, livenessChangesAt: null },
  }));
}
