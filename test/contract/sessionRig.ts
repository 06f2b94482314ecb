import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mockAgentFile, processesOf } from '../support/mockAgent/startMockAgent.js';
import { answer, makeDirectory, type Run, runOnTerminal, storeOf, userNode } from './cliRig.js';
import { makeLaneRepository } from './laneRig.js';

/** One act of the mock agent in a turn. */
export type MockAct = { readonly do: string } & Readonly<Record<string, unknown>>;

/** A session as `agents show` answers it. */
export interface ShownSession {
  readonly id: string;
  readonly agent: string;
  readonly state: string;
  readonly session: string | null;
  readonly endReason: string | null;
  readonly why: string | null;
  readonly stoppedBy: string | null;
  readonly line: string | null;
  readonly silentSince: string | null;
  readonly asks: readonly { readonly number: number; readonly title: string }[];
  readonly usage: readonly Readonly<Record<string, unknown>>[];
}

export interface SessionRig {
  readonly repository: string;
  readonly env: Readonly<Record<string, string>>;
  /** Sets the script of the agent of this name: each entry is a turn. */
  mock(name: string, turns: readonly (readonly MockAct[])[], more?: object): void;
  /** Sets further settings of the person, such as budgets. */
  settings(more: object): void;
  /** Runs a command as a person; throws unless it ends well. */
  person(...words: readonly string[]): Promise<string>;
  attempt(...words: readonly string[]): Promise<Run>;
  sessions(work?: string): Promise<readonly ShownSession[]>;
  /** The latest session once it is as wanted. */
  until(wanted: (session: ShownSession) => boolean, work?: string): Promise<ShownSession>;
  /** Ends of the attempts at an item, each with its number. */
  attempts(item?: string): Promise<readonly string[]>;
  transcript(work?: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
  runnerPid(): number | undefined;
  /** Pids of all processes of a session. */
  processes(session: Pick<ShownSession, 'id'>): readonly number[];
}

/** Submits the lane's work, by the MCP server that the agent was given. */
export const submits: readonly MockAct[] = [
  { do: 'write', path: 'a.txt', text: 'a' },
  { do: 'commit', message: 'Add a' },
  { do: 'mcp', tool: 'dispatch_lane_work', arguments: { action: 'done', noFetch: true } },
];

/** A repository with agents of a person's own that follow a script, and a work item W-1. */
export async function makeSessionRig(): Promise<SessionRig> {
  const home = makeDirectory();
  const repository = makeLaneRepository(join(home));
  const folder = join(home, 'config', 'stateroom');
  mkdirSync(folder, { recursive: true });
  const env = { XDG_CONFIG_HOME: join(home, 'config') };
  const agents: Record<string, object> = {};
  let own: object = {};
  const writeSettings = () => writeFileSync(join(folder, 'config.json'), JSON.stringify({ ...own, agents }));
  const attempt = (...words: readonly string[]) => runOnTerminal(words, { cwd: repository, env });
  const person = async (...words: readonly string[]) => {
    const { code, stdout } = await attempt(...words);
    if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}: ${stdout}`);
    return stdout;
  };
  const ask = (...words: readonly string[]) => answer(words, { cwd: repository, env });
  const sessions = async (work = 'W-1') => (await ask('agents', 'show', work)).sessions as ShownSession[];
  await person('queue', 'add', 'Add a');
  return {
    repository,
    env,
    mock(name, turns, more = {}) {
      const { limits, ...rest } = more as { limits?: object };
      const script = JSON.stringify({ turns, ...rest });
      const env = { MOCK_AGENT: script };
      agents[name] = { command: userNode, args: [mockAgentFile], env, ...(limits === undefined ? {} : { limits }) };
      writeSettings();
    },
    settings(more) {
      own = more;
      writeSettings();
    },
    person,
    attempt,
    sessions,
    async until(wanted, work = 'W-1') {
      for (const deadline = Date.now() + 60_000; ; ) {
        const [last] = await sessions(work);
        if (last !== undefined && wanted(last)) return last;
        if (Date.now() > deadline) throw new Error(`The session never came to that: ${JSON.stringify(last)}`);
        await new Promise(done => setTimeout(done, 50));
      }
    },
    async attempts(item = 'W-1') {
      const { attempts } = (await ask('queue', 'show', item)) as { attempts: { number: number; endReason: string }[] };
      return attempts.map(({ number, endReason }) => `${number} ${endReason}`);
    },
    async transcript(work = 'W-1') {
      const shown = await ask('transcript', work, '--after', '0', '--bytes', '1000000');
      return shown.entries as Readonly<Record<string, unknown>>[];
    },
    runnerPid() {
      try {
        const text = readFileSync(join(storeOf(repository), 'runner', 'runner.json'), 'utf8');
        const { process } = JSON.parse(text) as { process: string };
        return (JSON.parse(process) as { pid: number }).pid;
      } catch {
        return undefined;
      }
    },
    processes: ({ id }) => processesOf(id),
  };
}

export const hasEnded = ({ state }: ShownSession): boolean => state === 'ended';
