import { EventEmitter } from './values.js';

interface Execution {
  readonly commandLine: string;
}

interface Terminal {
  readonly name: string;
  readonly processId: Promise<number | undefined>;
  readonly state: { readonly shell: string };
  readonly shellIntegration: { executeCommand(commandLine: string): Execution } | undefined;
  sendText(text: string): void;
  show(): void;
  dispose(): void;
}

/** Terminals without a shell unless a test gives one: what is typed into one is recorded and has ended well at once. */
export class Terminals {
  /** The name of the one in sight. */
  shown: string | undefined;
  /** What was typed, by the name of the terminal. */
  readonly typed: [terminal: string, commandLine: string][] = [];
  /** Starts the process of the next terminals, in which what is typed does not end; ends with the terminal. */
  shell: ((folder: string) => { readonly pid: number; end(): void }) | undefined;
  /** Whether the shells of the next ones tell what runs in them. */
  isFollowed = true;
  last: Terminal | undefined;
  readonly closed = new EventEmitter<Terminal>();
  readonly began = new EventEmitter<{ terminal: Terminal; execution: Execution }>();
  readonly ended = new EventEmitter<{ terminal: Terminal; execution: Execution; exitCode: number }>();

  /** The variables that each was made with, by its name. */
  readonly environments = new Map<string, Readonly<Record<string, string>>>();

  readonly create = ({
    name,
    cwd,
    env = {},
  }: {
    readonly name: string;
    readonly cwd?: { readonly fsPath: string };
    readonly env?: Readonly<Record<string, string>>;
  }): Terminal => {
    this.environments.set(name, env);
    const shell = this.shell?.(cwd?.fsPath ?? '');
    const terminal: Terminal = {
      name,
      processId: Promise.resolve(shell?.pid),
      state: { shell: this.isFollowed ? 'bash' : 'cmd' },
      sendText: text => this.typed.push([name, text]),
      shellIntegration: this.isFollowed
        ? {
            executeCommand: commandLine => {
              const execution = { commandLine };
              this.typed.push([name, commandLine]);
              this.began.fire({ terminal, execution });
              if (shell === undefined) setImmediate(() => this.ended.fire({ terminal, execution, exitCode: 0 }));
              return execution;
            },
          }
        : undefined,
      show: () => {
        this.shown = name;
      },
      dispose: () => {
        shell?.end();
        this.closed.fire(terminal);
      },
    };
    this.last = terminal;
    return terminal;
  };
}
