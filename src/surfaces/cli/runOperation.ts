import { isRefusal, refusalExitCodes } from '../../domain/refusal/refusal.js';
import { missedHooksReason } from '../../gates/branchReasons.js';
import { say } from '../../messages/say.js';
import { invoke } from '../../operations/invoke.js';
import type { AnyOperation } from '../../operations/operation.js';
import { writeShim } from '../../platform/shim.js';
import { version } from '../../platform/version.js';
import type { Context } from '../../records/context.js';
import { Interruption } from './cliHost.js';
import type { Session } from './session.js';
import { withContext } from './withContext.js';

/** Runs an operation of the catalogue and prints its answer; resolves to the exit code. */
export async function runOperation(
  session: Session,
  operation: AnyOperation,
  input: Readonly<Record<string, unknown>>,
): Promise<number> {
  const { host, printer } = session;
  const { refusalExitCode } = operation.cli;
  const signal = stopsBetweenSteps(operation, input) ? host.listenForEnd() : undefined;
  const reads = operation.effect === 'read' || operation.onlyReads?.(input) === true;
  const work = async (context: Context, storeDirectory: string) => {
    const answer = await invoke(operation, context, input);
    if (isRefusal(answer)) return answer;
    if (operation.effect === 'write' || (!reads && operation.name.startsWith('worker.'))) {
      const program = { file: host.programFile, version };
      // The shim is a convenience: a store that is writable only in part still did what was asked.
      await writeShim(storeDirectory, program).catch(error =>
        printer.log.debug(`No shim was written: ${String(error)}`),
      );
    }
    // Reads go on behind a damage; whoever reads must know that it is there.
    const health = operation.effect === 'read' ? await context.store.health() : undefined;
    const missedHooks = reads || isAboutHooks(operation) ? undefined : await context.workTree?.missedHooks();
    return { answer, health, missedHooks };
  };
  const result = await withContext(session, reads && operation.readsAsCaller !== true, work, signal);
  if (isRefusal(result)) {
    const exitCode = printer.refusal(result, refusalExitCode);
    if (result.code !== 'timed_out' || !(signal?.reason instanceof Interruption)) return exitCode;
    // That nobody reads the output any more is no failure, but what was cut short for it has not been done.
    return signal.reason.exitCode || exitCode;
  }
  const { answer, health, missedHooks } = result;
  const exitCode = printer.result(operation, answer, input);
  if (health?.reason !== undefined && health.state !== 'read-only' && !aboutHealth.has(operation.name)) {
    printer.log.warn([health.reason, health.hint].flatMap(text => (text === undefined ? [] : [say(text)])).join(' '));
  }
  if (missedHooks !== undefined) {
    const { text, fix } = missedHooksReason(missedHooks);
    printer.log.warn(`${say(text)} ${say(fix)}`);
  }
  return isUnsound(operation, answer) ? refusalExitCodes.store_corrupt : exitCode;
}

/**
 * Work of several transactions, of which some may stand when it is interrupted: it must say which. So must work that runs
 * programs of the user's or makes work trees, which have to end with it. All else is one transaction, all or none, and is
 * best ended the system's way.
 */
function stopsBetweenSteps(operation: AnyOperation, { batch }: Readonly<Record<string, unknown>>): boolean {
  if (operation.name === 'queue.import') return batch !== undefined;
  return operation.effect === 'external' && !operation.name.startsWith('store.');
}

/** Operations whose answer says itself how the store is. */
const aboutHealth: ReadonlySet<string> = new Set(['repository.status', 'store.path', 'store.check']);

/** What puts hooks in place, takes them out or is called by them says itself how they are. */
function isAboutHooks({ name }: AnyOperation): boolean {
  return name.startsWith('hooks.');
}

/** A check that found something is an answer, but a script that runs it wants to know by the exit code. */
function isUnsound({ name }: AnyOperation, answer: unknown): boolean {
  return name === 'store.check' && (answer as { ok?: unknown }).ok === false;
}
