export type ServerProgram = {
  /** Environment of the server; `{ ELECTRON_RUN_AS_NODE: '1' }` if `nodePath` is an editor's executable. */
  readonly env?: Readonly<Record<string, string>>;
} & (
  | {
      /** Absolute path of a Node.js executable, or a name on the agent's PATH. */
      readonly nodePath: string;
      /** Absolute path of the server's bundle. */
      readonly serverPath: string;
    }
  | {
      readonly nodePath: string;
      /** Absolute path of the command line's bundle, which serves with `mcp`. */
      readonly cliPath: string;
    }
  | {
      /** The command line's name on the agent's PATH: `stateroom`. */
      readonly programName: string;
    }
);

export const connectionName = 'stateroom';

/** Timeout of agents for one call: `evidence` runs whole test suites. */
export const maxCallSeconds = 600;

export function commandAndArgs(program: ServerProgram): { command: string; args: readonly string[] } {
  if ('programName' in program) return { command: program.programName, args: ['mcp'] };
  const args = 'serverPath' in program ? [program.serverPath] : [program.cliPath, 'mcp'];
  return { command: program.nodePath, args };
}

export function envOf(program: ServerProgram): { env?: Readonly<Record<string, string>> } {
  return program.env === undefined ? {} : { env: program.env };
}

export function json(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
