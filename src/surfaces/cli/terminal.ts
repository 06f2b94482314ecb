import { TextDecoder } from 'node:util';
import { visibleJson } from '../../domain/text/visibleText.js';
import type { CliOutput } from './cliHost.js';
import { makeStyle, renderStyle, type Style } from './format/style.js';

/**
 * An output for people. All that the program prints leaves through one of these, and so no character of a record acts on a
 * terminal: any control character but a line feed or a color of `style` is printed as an escape that can be read.
 */
export interface Terminal {
  readonly isTerminal: boolean;
  /** Columns; undefined where it is not a terminal. */
  readonly width: number | undefined;
  readonly style: Style;
  /** A text as it is, without a line feed at its end. */
  write(text: string): void;
  /** Resolves once the output takes more, or `signal` fires: for an answer of any length, which would fill the memory. */
  drain(signal: AbortSignal): Promise<void>;
  /** A value in one line of JSON, for programs. */
  writeJson(value: unknown): void;
  /** What a program prints, as it comes. Only a stdout that is not a terminal has its very bytes: other programs read them. False once no one reads any more. */
  pass(chunk: Uint8Array): boolean;
  /** A line over the one that was drawn last, and so no line feed; empty to take that away. For terminals alone. */
  redrawLine(line: string): void;
  /** A text on a cleared screen. For terminals alone. */
  redrawScreen(text: string): void;
}

export interface TerminalOptions {
  readonly color: boolean;
  /** Where no person reads it, it passes bytes on. */
  readonly passesBytes: boolean;
}

/** What people and programs read on one output. */
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
