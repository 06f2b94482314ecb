import { TextDecoder } from 'node:util';
import { visibleJson } from '../../domain/text/visibleText.js';
import type { CliOutput } from './cliHost.js';
import { makeStyle, renderStyle, type Style } from './format/style.js';

/** An output for people: control characters are escaped, except line feeds and colors of `style`. */
export interface Terminal {
  readonly isTerminal: boolean;
  /** Columns; undefined if it is not a terminal. */
  readonly width: number | undefined;
  readonly style: Style;
  /** Writes a text without adding a line feed. */
  write(text: string): void;
  /** Resolves once the output takes more, or `signal` fires; keeps long answers from filling the memory. */
  drain(signal: AbortSignal): Promise<void>;
  writeJson(value: unknown): void;
  /** Passes on a program's output, byte by byte if stdout is not a terminal. Returns false once the reader has gone. */
  pass(chunk: Uint8Array): boolean;
  /** Draws over the last drawn line, so it adds no line feed; empty to clear it. For terminals only. */
  redrawLine(line: string): void;
  /** Clears the screen and draws a text. For terminals only. */
  redrawScreen(text: string): void;
}

export interface TerminalOptions {
  readonly color: boolean;
  /** True to pass bytes on where no person reads the output. */
  readonly passesBytes: boolean;
}

export function openTerminal(output: CliOutput, { color, passesBytes }: TerminalOptions): Terminal {
  const { isTerminal } = output;
  let decoder: TextDecoder | undefined;
  const write = (text: string) => void output.write(renderStyle(text));
  return {
    isTerminal,
    get width() {
      return isTerminal ? (output.width ?? 80) : undefined;
    },
    style: makeStyle(color),
    write,
    drain: async signal => output.drain?.(signal),
    writeJson: value => write(`${visibleJson(value)}\n`),
    pass(chunk) {
      if (passesBytes && !isTerminal) return output.write(chunk);
      decoder ??= new TextDecoder('utf-8', { ignoreBOM: true });
      return output.write(renderStyle(decoder.decode(chunk, { stream: true }).replace(/\r\n?/g, '\n')));
    },
    redrawLine: line => void output.write(`\r\u001b[2K${renderStyle(line)}`),
    redrawScreen: text => void output.write(`\u001b[H\u001b[2J${renderStyle(text)}`),
  };
}
