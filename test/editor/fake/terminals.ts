import { EventEmitter } from './values.js';

interface Execution {
  readonly commandLine: string;
}

interface Terminal {
  readonly name: string;
  readonly processId: Promise<number | undefined>;
  readonly shellIntegration: { executeCommand(commandLine: string): Execution };
  show(): void;
  dispose(): void;
}

/** Terminals without a shell: what is typed into one is recorded and has ended well at once. */
export class Terminals {
  /** The name of the one in sight. */
  shown: string | undefined;
  /** What was typed, by the name of the terminal. */
  readonly typed: [terminal: string, commandLine: string][] = [];
  readonly closed = new EventEmitter<Terminal>();
  readonly began = new EventEmitter<{ terminal: Terminal; execution: Execution }>();
  readonly ended = new EventEmitter<{ terminal: Terminal; execution: Execution; exitCode: number }>();

  readonly create = ({ name }: { readonly name: string }): Terminal => {
    const terminal: Terminal = {
      name,
      processId: Promise.resolve(undefined),
      shellIntegration: {
        executeCommand: commandLine => {
          const execution = { commandLine };
          this.typed.push([name, commandLine]);
          this.began.fire({ terminal, execution });
          setImmediate(() => this.ended.fire({ terminal, execution, exitCode: 0 }));
          return execution;
        },
      },
      show: () => {
        this.shown = name;
      },
      dispose: () => this.closed.fire(terminal),
    };
    return terminal;
  };
}
