import type { Lane } from '../../domain/lane/lane.js';
import { isRefusal, type Refusal } from '../../domain/refusal/refusal.js';
import type { Parameter } from '../../operations/commandLine.js';
import { invoke } from '../../operations/invoke.js';
import type { AnyOperation } from '../../operations/operation.js';
import { Interruption } from './cliHost.js';
import { resultText } from './format/resultText.js';
import { manyLines } from './format/text.js';
import type { Session } from './session.js';
import { withContext } from './withContext.js';
import { withNextCommands } from './withNextCommands.js';

type Input = Readonly<Record<string, unknown>>;

const flag = (name: string, description: string): Parameter => ({
  field: name,
  flag: name,
  kind: 'boolean',
  choices: [],
  list: false,
  required: false,
  description,
});

/** The flag that makes a stream of `worker logs`. */
export const followLogFlag = flag('follow', 'Keep printing output until the program ends');

/** The flag that makes a stream of `worker status`. */
export const watchFlag = flag('watch', 'Refresh on each change until interrupted; with --json, one object per line');

/** How often is looked for more, in ms. */
const lookEveryMs = { log: 300, workers: 1000 } as const;

/** Prints the end of a worker's log, then all that is added to it, until its program ends or someone interrupts. */
export function followLog(session: Session, input: Input, operation: AnyOperation): Promise<number> {
  const { printer } = session;
  return stream(session, lookEveryMs.log, () => {
    let request = input;
    return async ask => {
      const answer = await ask(operation, request);
      if (isRefusal(answer)) return answer;
      const { text, end, running } = answer as { text: string; end: number; running: boolean };
      if (text !== '') {
        if (printer.json) printer.stdout.writeJson(answer);
        else printer.stdout.write(manyLines(text).join('\n'));
      }
      const { lines: _, ...rest } = request;
      request = { ...rest, after: end };
      return running || text !== '' ? 'more' : 'done';
    };
  });
}

/** Shows who works on what, again whenever that changes. */
export function watchWorkers(session: Session, input: Input, operation: AnyOperation): Promise<number> {
  const { printer, parts } = session;
  const { stdout } = printer;
  return stream(session, lookEveryMs.workers, () => {
    let shown: string | undefined;
    return async ask => {
      const answer = await ask(operation, input);
      if (isRefusal(answer)) return answer;
      const now = Date.now();
      const state = JSON.stringify(withoutHeartbeats(answer as { workers: Lane[] }));
      const isSame = state === shown;
      // A terminal shows relative times, which change without an event.
      if (isSame && (printer.json || !stdout.isTerminal)) return 'more';
      shown = state;
      if (printer.json) {
        stdout.writeJson(answer);
        return 'more';
      }
      const text = `${resultText(operation, answer, { ...printer.view, now }, input, parts.texts)}\n`;
      if (stdout.isTerminal) stdout.redrawScreen(text);
      else stdout.write(text);
      return 'more';
    };
  });
}

/** When each beat last is not a news as long as it heartbeats. */
function withoutHeartbeats({ workers }: { workers: Lane[] }): unknown {
  return workers.map(lane => ({
    ...lane,
    worker: lane.worker && { ...lane.worker, lastBeatAt: null, livenessChangesAt: null },
  }));
}

type Ask = (operation: AnyOperation, input: Input) => Promise<unknown>;
type Look = (ask: Ask) => Promise<Refusal | 'more' | 'done'>;

/** Looks again and again until there is nothing more, or an interruption, whose exit code it then has. */
async function stream(session: Session, everyMs: number, begin: () => Look): Promise<number> {
  const signal = session.host.listenForEnd();
  const result = await withContext(session, true, async context => {
    const look = begin();
    while (!signal.aborted) {
      const found = await look((operation, input) => invoke(operation, context, input));
      if (found !== 'more') return found;
      await pause(everyMs, signal);
    }
    return 'done' as const;
  });
  if (isRefusal(result)) return session.printer.refusal(await withNextCommands(result));
  return signal.reason instanceof Interruption ? signal.reason.exitCode : 0;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise(done => {
    const timer = setTimeout(done, ms);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        done();
      },
      { once: true },
    );
  });
}
