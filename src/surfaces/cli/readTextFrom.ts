import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Refusal } from '../../domain/refusal/refusal.js';
import type { CliHost } from './cliHost.js';
import { mistake } from './commandLine/mistake.js';
import type { ReadText } from './commandLine/readValue.js';

/** Max bytes read into memory; anything larger is streamed. */
const maxBytes = 256 * 1024 * 1024;

/** Reads files named on the command line, relative to the caller's folder; `-` is stdin, once only. */
export function readTextFrom(host: CliHost): ReadText {
  let stdinIsTaken = false;
  return async name => {
    if (name !== '-') return readFileText(resolve(host.directory, name), name);
    if (stdinIsTaken) return mistake('Stdin can be read only once.', 'Use a file for the other.');
    stdinIsTaken = true;
    return toText(await host.stdin.read(maxBytes + 1), 'Stdin');
  };
}

async function readFileText(path: string, name: string): Promise<string | Refusal> {
  try {
    const file = await open(path, 'r');
    try {
      const { size } = await file.stat();
      if (size > maxBytes) return tooLarge(name);
      return toText(await file.readFile(), name);
    } finally {
      await file.close();
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason =
      code === 'ENOENT'
        ? 'the file or folder does not exist'
        : code === 'EISDIR'
          ? 'it is a folder'
          : code === 'EACCES'
            ? 'access was denied'
            : message;
    return mistake(`${name} cannot be read: ${reason}.`);
  }
}

function toText(bytes: Uint8Array, name: string): string | Refusal {
  if (bytes.length > maxBytes) return tooLarge(name);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return mistake(`${name} is not UTF-8 text.`, 'Convert it, for example with iconv.');
  }
}

function tooLarge(name: string): Refusal {
  return mistake(`${name} is larger than ${maxBytes / 1024 / 1024} MB.`, 'Split it into several files.');
}
