import { isRefusal, refusalExitCodes } from '../../domain/refusal/refusal.js';
import { missedHooksReason } from '../../gates/branchReasons.js';
import { say } from '../../messages/say.js';
import { invoke } from '../../operations/invoke.js';
import type { AnyOperation } from '../../operations/operation.js';
import { writeShim } from '../../platform/shim.js';
import { version } from '../../platform/version.js';
import type { Context } from '../../records/context.js';
import { Interruption } from './cliHost.js';
import { pathsFromHere } from './pathsFromHere.js';
import type { Session } from './session.js';
import { withContext } from './withContext.js';
import { withNextCommands } from './withNextCommands.js';

/** Runs an operation and prints its answer; resolves to the exit code. */
export async function runOperation(
  session: Session,
  operation: AnyOperation,
  given: Readonly<Record<string, unknown>>,
): Promise<number> {
  const { host, printer } = session;
  const isTable = !printer.json && !printer.quiet && printer.view.width !== undefined;
  const input = isTable ? { ...operation.cli.onTerminal, ...given } : given;
  const { refusalExitCode } = operation.cli;
  const signal = isCancellable(operation, input) ? host.listenForEnd('work') : undefined;
  const reads = operation.effect === 'read' || operation.onlyReads?.(input) === true;
  const work = async (context: Context, storeDirectory: string) => {
    const answer = await invoke(operation, context, await pathsFromHere(input, operation.cli, context));
    if (isRefusal(answer)) return answer;
    if (operation.effect === 'write' || (!reads && operation.writesShim)) {
      const program = { file: host.programFile, version };
      // The shim is optional: on a partly writable store the operation itself has succeeded.
      await writeShim(storeDirectory, program).catch(error =>
        printer.log.debug(`No shim was written: ${String(error)}`),
      );
    }
    if (!reads) await (await import('../../records/snapshot/dashboardFile.js')).renewDashboardFile(context);
    // Reads continue after damage, so the reader is warned.
    const health =
      operation.effect === 'read' && operation.tells !== 'health' ? await context.store.health() : undefined;
    const missedHooks = reads || operation.tells === 'hooks' ? undefined : await context.workTree?.missedHooks();
    return { answer, health, missedHooks };
  };
  const result = await withContext(session, reads && operation.readsAsCaller !== true, work, signal);
  if (isRefusal(result)) {
    const exitCode = printer.refusal(await withNextCommands(result), refusalExitCode);
    if (result.code !== 'timed_out' || !(signal?.reason instanceof Interruption)) return exitCode;
    return signal.reason.exitCode;
  }
  const { health, missedHooks } = result;
  const answer = await withNextCommands(result.answer);
  const exitCode = printer.result(operation, answer, input);
  if (health?.reason !== undefined && health.state !== 'read-only' && health.state !== 'update-pending') {
    const { reason, hint } = await withNextCommands(health);
    printer.log.warn([reason, hint].flatMap(text => (text === undefined ? [] : [say(text)])).join(' '));
  }
  if (missedHooks !== undefined) {
    const { text, fix } = await withNextCommands(missedHooksReason(missedHooks));
    printer.log.warn(`${say(text)} ${say(fix)}`);
  }
  return operation.isUnsound?.(answer) ? refusalExitCodes.store_corrupt : exitCode;
}

function isCancellable({ cancellable, effect }: AnyOperation, input: Readonly<Record<string, unknown>>): boolean {
  return typeof cancellable === 'function' ? cancellable(input) : (cancellable ?? effect === 'external');
}
