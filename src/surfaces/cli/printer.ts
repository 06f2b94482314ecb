import type { JsonAnswer } from '../../domain/refusal/jsonAnswer.js';
import { type Refusal, refusalExitCodes, refuse } from '../../domain/refusal/refusal.js';
import { GitFailure, refusalOfGit } from '../../git/gitFailure.js';
import { errorText } from '../../messages/errorText.js';
import { inEnglish } from '../../messages/inEnglish.js';
import { verbatim } from '../../messages/message.js';
import { say } from '../../messages/say.js';
import type { AnyOperation } from '../../operations/operation.js';
import type { Log } from '../../platform/log.js';
import { FolderRefused } from '../../platform/ownFolder.js';
import type { CliHost } from './cliHost.js';
import { bareIds } from './format/bareIds.js';
import { resultText, type Texts } from './format/resultText.js';
import { wantsColor } from './format/style.js';
import { oneLine } from './format/text.js';
import type { View } from './format/view.js';
import { openTerminal, type Terminal } from './terminal.js';

export interface PrinterOptions {
  readonly json: boolean;
  readonly quiet: boolean;
  readonly color: boolean | undefined;
}

/** Says what came out: stdout carries the answer, stderr everything that is said to a person besides. */
export interface Printer {
  readonly json: boolean;
  readonly quiet: boolean;
  readonly stdout: Terminal;
  readonly stderr: Terminal;
  /** How results look on stdout. */
  readonly view: View;
  readonly log: Log;
  /** The answer of an operation to this input; the exit code. */
  result(operation: AnyOperation, data: unknown, input: Readonly<Record<string, unknown>>): number;
  /** What a command that runs prints, as it comes; stdout stays the answer's alone where programs read it. */
  output(chunk: Uint8Array, stream: 'stdout' | 'stderr'): boolean;
  /** The answer of a command of the program itself: `text` for people, `data` for programs. */
  answer(text: string, data: unknown): number;
  /** A refusal; its exit code, or `exitCode` where a command has one of its own. */
  refusal(refusal: Refusal, exitCode?: number): number;
  /** Something threw; the exit code. What the operating system refuses is not a bug, and has the store's exit code. */
  failure(error: unknown): number;
}

/** Exit code of a bug, from the BSD list of exit codes. */
const bugExitCode = 70;

/** Makes the printer of one run. */
export function makePrinter(host: CliHost, { json, quiet, color }: PrinterOptions, texts?: Texts): Printer {
  const { environment } = host;
  const debug = Boolean(environment.STATEROOM_DEBUG) && environment.STATEROOM_DEBUG !== '0';
  const stdout = openTerminal(host.stdout, {
    color: !json && wantsColor(color, host.stdout.isTerminal, environment),
    passesBytes: true,
  });
  const stderr = openTerminal(host.stderr, {
    color: wantsColor(color, host.stderr.isTerminal, environment),
    passesBytes: false,
  });
  const { style } = stderr;
  const view: View = { style: stdout.style, width: stdout.width, now: Date.now() };
  const writeText = (text: string) => {
    if (text !== '') stdout.write(`${text}\n`);
  };
  const writeJson = (answer: JsonAnswer) => stdout.writeJson(answer);
  const write = (text: string) => stderr.write(`${text}\n`);
  const complain = (message: string, hint: string | undefined) => {
    write(`${style.red('stateroom:')} ${oneLine(message)}`);
    if (hint !== undefined) write(style.dim(`  ${oneLine(hint)}`));
  };
  const explain = (level: string) => (message: string) => write(style.dim(`stateroom: ${level}${oneLine(message)}`));
  /** Of an answer that fails a script, the lines that say so, without what belongs to each. */
  const sayWhy = (text: string) => {
    for (const line of text.split('\n')) if (/^\S/.test(line)) write(line);
  };
  const noted = new Set<string>();
  const note = (message: string) => {
    // Each look at the store may find the same.
    if (noted.has(message)) return;
    noted.add(message);
    explain('note: ')(message);
  };

  const refusal = (refused: Refusal, exitCode: number = refusalExitCodes[refused.code]) => {
    const { code, details } = inEnglish(refused);
    const message = say(refused.message);
    const hint = refused.hint === undefined ? undefined : say(refused.hint);
    if (json) writeJson({ ok: false, code, message, hint, details });
    complain(message, hint);
    return exitCode;
  };

  return {
    json,
    quiet,
    stdout,
    stderr,
    view,
    log: {
      debug: debug ? explain('') : () => undefined,
      info: debug ? explain('') : () => undefined,
      warn: quiet ? () => undefined : note,
      error: (message, error) => {
        explain('')(message);
        if (debug && error instanceof Error) write(error.stack ?? '');
      },
    },
    result(operation, answer, input) {
      const data = inEnglish(answer);
      const exitCode = operation.exitCode?.(data) ?? 0;
      if (json) writeJson({ ok: true, data });
      else if (quiet) {
        writeText(bareIds(data));
        // What a command of the user's says is its own.
        if (exitCode !== 0 && operation.cli.rest === undefined)
          sayWhy(resultText(operation, data, { ...view, style }, input, texts));
      }
      // What the command itself printed is on stdout already; nothing else may follow there.
      else if (operation.cli.rest !== undefined) write(resultText(operation, data, { ...view, style }, input, texts));
      else writeText(resultText(operation, data, view, input, texts));
      return exitCode;
    },
    output(chunk, stream) {
      return (json || quiet || stream === 'stderr' ? stderr : stdout).pass(chunk);
    },
    answer(text, data) {
      if (json) writeJson({ ok: true, data });
      else writeText(text);
      return 0;
    },
    refusal,
    failure(error) {
      const message = errorText(error) || 'no details';
      if (debug) write(error instanceof Error ? (error.stack ?? message) : message);
      // Of commands that are no operation.
      if (error instanceof GitFailure) return refusal(refusalOfGit(error));
      if (error instanceof FolderRefused) return refusal(refuse('store_write_failed', verbatim(message)));
      if (error instanceof Error && 'syscall' in error) {
        return refusal(refuse('store_write_failed', verbatim(`The operating system reported an error: ${message}.`)));
      }
      if (json) writeJson({ ok: false, code: 'internal_error', message });
      complain(`Internal error: ${message}.`, bugHint);
      return bugExitCode;
    },
  };
}

const bugHint = 'Run it again with STATEROOM_DEBUG=1 and report the output.';
