import { isRefusal } from '../../domain/refusal/refusal.js';
import { inEnglish } from '../../messages/inEnglish.js';
import { invoke } from '../../operations/invoke.js';
import type { AnyOperation } from '../../operations/operation.js';
import { repositoryDashboard } from '../../operations/repository/repositoryDashboard.js';
import { resultText } from './format/resultText.js';
import type { Session, Streams } from './session.js';
import { stream, streamFlag } from './stream.js';

/** Polling interval in ms: ages and heartbeats change without an event. */
const everyMs = 2000;

const asciiFlag = streamFlag(
  'ascii',
  'Print all sections as plain ASCII: tasks, plans, findings, reviews, tests, lanes',
);
const watchFlag = streamFlag('watch', 'Refresh on each change until interrupted; with --json, one object per line');

export const streams: Streams = {
  [repositoryDashboard.name]: { flag: watchFlag, also: [asciiFlag], run: showDashboard },
};

async function showDashboard(
  session: Session,
  input: Readonly<Record<string, unknown>>,
  dashboard: AnyOperation,
  given: readonly string[],
): Promise<number> {
  const { printer, parts } = session;
  const { stdout } = printer;
  const isAscii = given.includes(asciiFlag.field);
  const isWatched = given.includes(watchFlag.field);
  const operation = isAscii ? (await import('../../operations/snapshot/snapshotShow.js')).snapshotShow : dashboard;
  const texts = isAscii ? (await import('./format/snapshotText.js')).texts : parts.texts;
  return stream(session, { reads: false, everyMs }, context => {
    let shown: string | undefined;
    return async () => {
      const answer = await invoke(operation as AnyOperation, context, input);
      if (isRefusal(answer)) return answer;
      // Changes of time alone are shown on a terminal, but not printed elsewhere.
      const state = JSON.stringify(answer, (key, value) => (key === 'at' && value !== null ? '' : value));
      const isSame = state === shown;
      shown = state;
      if (isSame && (printer.json || !stdout.isTerminal)) return 'later';
      const view = { ...printer.view, now: Date.now() };
      const text = `${resultText(operation as AnyOperation, answer, view, input, texts)}\n`;
      if (printer.json) stdout.writeJson(inEnglish(answer));
      else if (isWatched && stdout.isTerminal) stdout.redrawScreen(text);
      else stdout.write(text);
      return isWatched ? 'later' : 'done';
    };
  });
}
