import { connectAgent, endLeft } from '../../../backends/agentProgram.js';
import { isRefusal } from '../../../domain/refusal/refusal.js';
import { errorText } from '../../../messages/errorText.js';
import type { Log } from '../../../platform/log.js';
import type { TextLogs } from '../../../platform/textLogs.js';
import { runnerLog } from '../../../records/agentSession/ensureRunner.js';
import { requireLanes } from '../../../records/lane/laneAccess.js';
import { taker } from '../../../records/thread/answerQuestion.js';
import { runAgents } from '../../../runner/runAgents.js';
import type { Session } from '../session.js';
import { withContext } from '../withContext.js';

/** Runs the agents of the repository; resolves to the exit code. */
export async function runRunner(session: Session): Promise<number> {
  const { host, printer } = session;
  const signal = host.listenForEnd('work');
  const result = await withContext(session, true, async (context, storeDirectory) => {
    const ports = requireLanes(context);
    const log = fileLog(ports.logs, context.clock.now);
    log.info(`Process ${ports.machine.pid()} runs agents.`);
    try {
      const isRun = await runAgents(
        {
          context: { ...context, actor: taker, log },
          ports,
          environment: host.environment,
          programFile: host.programFile,
          storeDirectory,
          connect: connectAgent,
          endLeft,
        },
        signal,
      );
      log.info(isRun ? 'No agent is left.' : 'Another process runs the agents.');
      return 0;
    } catch (error) {
      log.error('The process that runs agents failed.', error);
      throw error;
    } finally {
      await log.written();
    }
  });
  return isRefusal(result) ? printer.refusal(result) : result;
}

/** A log beside the store: nobody sees the output of this process. */
function fileLog(logs: TextLogs, now: () => number): Log & { written(): Promise<void> } {
  let last: Promise<void> = Promise.resolve();
  const add = (level: string, text: string): void => {
    const line = new TextEncoder().encode(`${new Date(now()).toISOString()} ${level} ${text}\n`);
    last = last.then(() => logs.append(runnerLog, line)).catch(() => undefined);
  };
  return {
    debug: () => undefined,
    info: text => add('info', text),
    warn: text => add('warning', text),
    error: (text, error) => add('error', error === undefined ? text : `${text} ${errorText(error)}`),
    written: () => last,
  };
}
