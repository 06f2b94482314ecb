import { once } from 'node:events';
import { fstatSync, readSync, writeFileSync, writeSync } from 'node:fs';
import { isatty, type WriteStream } from 'node:tty';
import { fileURLToPath } from 'node:url';
import { type CliHost, type CliOutput, Interruption } from './cliHost.js';

/** Exit code for an answer that could not be written (EX_IOERR of sysexits.h). */
const lostOutputCode = 74;

const defaultWidth = 80;

export interface ProcessHost extends CliHost {
  /** Exits after all output is written; with 74 instead of 0 if stdout failed other than by its reader leaving. */
  end(exitCode: number): void;
}

/** `entryUrl` is the URL of the started bundle. */
export function processHost(entryUrl: string): ProcessHost {
  const gone = new AbortController();
  const stdout = output(1, () => process.stdout, gone);
  const stderr = output(2, () => process.stderr, undefined);
  return {
    environment: process.env,
    directory: process.cwd(),
    stdout,
    stderr,
    stdin: { isTerminal: isatty(0), read: readStdin, line: readLine },
    programFile: fileURLToPath(entryUrl),
    wasmFile: fileURLToPath(new URL('./sql-wasm.wasm', entryUrl)),
    listenForEnd: of => listenForEnd(of === 'stream' ? [gone.signal] : []),
    end(exitCode) {
      process.exitCode = exitCode;
      const leave = () => {
        const { reason } = gone.signal;
        if (!(reason instanceof Interruption) || reason.exitCode === 0) process.exit(exitCode);
        sayLast(`stateroom: ${reason.message}\n  ${lostOutputHint}\n`);
        process.exit(exitCode || reason.exitCode);
      };
      // No drain callback comes once the reader has gone.
      if (gone.signal.aborted) leave();
      else process.stdout.write('', () => process.stderr.write('', leave));
    },
  };
}

const lostOutputHint = 'The command itself ran. Check its effect before repeating it.';

/** Opens the stream on first use, so a run without output on stderr does not pay for it. */
function output(descriptor: number, open: () => WriteStream, gone: AbortController | undefined): CliOutput {
  let opened: WriteStream | undefined;
  let isLost = false;
  const fail = (error: unknown) => {
    isLost = true;
    gone?.abort(interruptionBy(error));
  };
  const stream = () => {
    if (opened === undefined) {
      opened = open();
      // Without a listener a closed pipe would end the process with a stack trace.
      opened.on('error', fail);
    }
    return opened;
  };
  const isTerminal = isatty(descriptor);
  const direct = takesAtOnce(descriptor);
  return {
    write: text => {
      if (isLost) return false;
      if (!direct) {
        // The return value only advises waiting, see `drain`.
        stream().write(text);
        return true;
      }
      try {
        // Node's file stream treats a short write, as on a full disk, as complete.
        writeFileSync(descriptor, text);
        return true;
      } catch (error) {
        fail(error);
        return false;
      }
    },
    async drain(signal) {
      if (opened?.writableNeedDrain !== true) return;
      const ends = AbortSignal.any([signal, ...(gone === undefined ? [] : [gone.signal])]);
      // The caller checks the cause.
      await once(opened, 'drain', { signal: ends }).catch(() => undefined);
    },
    isTerminal,
    get width() {
      return isTerminal ? terminalWidth(stream().columns) : undefined;
    },
  };
}

/** Returns the columns of a terminal; one that does not know its size reports 0. */
export function terminalWidth(columns: number | undefined): number {
  return columns === undefined || columns === 0 ? defaultWidth : columns;
}

/** A reader that has gone, such as `head`, is not a failure; any other error has lost the answer. */
function interruptionBy(error: unknown): Interruption {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EPIPE') return new Interruption(0, 'The output is no longer being read.');
  return new Interruption(lostOutputCode, `The output could not be written (${message}).`);
}

/** True for files and devices: neither a pipe nor a terminal. */
function takesAtOnce(descriptor: number): boolean {
  try {
    const stat = fstatSync(descriptor);
    return stat.isFile() || (stat.isCharacterDevice() && !isatty(descriptor));
  } catch {
    return false;
  }
}

/** Ignores errors: the process ends right after. */
function sayLast(text: string): void {
  try {
    writeSync(2, text);
  } catch {}
}

function listenForEnd(others: readonly AbortSignal[]): AbortSignal {
  const stop = new AbortController();
  const codes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
  for (const [name, code] of Object.entries(codes)) {
    // Once only: a second Ctrl+C ends the process at once.
    process.once(name, () => stop.abort(new Interruption(code, `Ended by ${name}.`)));
  }
  return AbortSignal.any([stop.signal, ...others]);
}

/** Reads stdin synchronously, at most `limit` bytes: nothing else can happen before. */
async function readStdin(limit: number): Promise<Uint8Array> {
  const pieces: Buffer[] = [];
  let total = 0;
  while (total < limit) {
    const piece = Buffer.alloc(1024 * 1024);
    const size = await readPiece(piece);
    if (size === 0) break;
    pieces.push(piece.subarray(0, size));
    total += size;
  }
  return Buffer.concat(pieces);
}

async function readLine(): Promise<string> {
  const piece = Buffer.alloc(4096);
  const size = await readPiece(piece);
  return piece.toString('utf8', 0, size).replace(/\r?\n[\s\S]*$/, '');
}

async function readPiece(piece: Buffer): Promise<number> {
  for (;;) {
    try {
      return readSync(0, piece);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EOF') return 0;
      if (code !== 'EAGAIN') throw error;
      // EAGAIN: another process has made the terminal or pipe non-blocking, so retry soon.
      await new Promise(resolve => setTimeout(resolve, 10));
    }
  }
}
