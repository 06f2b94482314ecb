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

/** Prints results: the answer to stdout, all other text for people to stderr. */
export interface Printer {
  readonly json: boolean;
  readonly quiet: boolean;
  readonly stdout: Terminal;
  readonly stderr: Terminal;
  readonly view: View;
  readonly log: Log;
  /** Prints an operation's answer; returns the exit code. */
  result(operation: AnyOperation, data: unknown, input: Readonly<Record<string, unknown>>): number;
  /** Prints a running command's output as it comes; to stderr if programs read the answer from stdout. */
  output(chunk: Uint8Array, stream: 'stdout' | 'stderr'): boolean;
  /** Prints an own command's answer, `text` for people or `data` for programs; returns the exit code. */
  answer(text: string, data: unknown): number;
  /** Prints a refusal; returns its exit code, or the command's own `exitCode`. */
  refusal(refusal: Refusal, exitCode?: number): number;
  /** Prints an error; returns the exit code: the store's for errors of the operating system, which are no bugs. */
  failure(error: unknown): number;
}

/** EX_SOFTWARE of sysexits.h. */
const bugExitCode = 70;

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
  /** Prints the unindented lines of an answer that makes a script fail. */
  const sayWhy = (text: string) => {
    for (const line of text.split('\n')) if (/^\S/.test(line)) write(line);
  };
  const noted = new Set<string>();
  const note = (message: string) => {
    // Each read of the store may report the same.
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
        // A failed command of the user's has printed its own message.
        if (exitCode !== 0 && operation.cli.rest === undefined)
          sayWhy(resultText(operation, data, { ...view, style }, input, texts));
      }
      // The command's own output is already on stdout; nothing else may follow there.
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
      // Thrown by commands that are not operations.
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
