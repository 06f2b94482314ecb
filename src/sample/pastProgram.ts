import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { answerOf, environmentOf, type Tools } from './tools.js';

export interface PastCall {
  /** Ms since 1970. */
  readonly at: number;
  readonly directory: string;
  readonly actor: string;
  readonly words: readonly string[];
  readonly input?: string | undefined;
  /** Program and model of an agent; undefined for a person. */
  readonly agent?: readonly [string, string] | undefined;
  readonly identity: Readonly<Record<string, string>>;
}

/** Calls Stateroom's program at moments of the past, in a process whose clock is shifted. */
export class PastProgram {
  private readonly child: ChildProcess;
  private readonly answers: AsyncIterator<string>;
  private complaint = '';

  constructor(
    private readonly tools: Tools,
    directory: string,
  ) {
    const program = join(dirname(tools.program), 'program.cjs');
    const script = 'require(process.argv[1]).runPast(process.argv[2])';
    this.child = spawn(process.execPath, ['-e', script, program, pathToFileURL(tools.program).href], {
      cwd: directory,
      env: environmentOf(tools),
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.complaint += text;
    });
    // Ignore writes after the process has ended: `call` then finds no answer and reports it.
    this.child.stdin?.on('error', () => undefined);
    this.answers = createInterface({ input: this.child.stdout ?? process.stdin })[Symbol.asyncIterator]();
  }

  /** Throws an Error with the refusal's sentence, or `AbortError`. */
  async call({ words, actor, agent, identity, ...call }: PastCall): Promise<Readonly<Record<string, unknown>>> {
    this.tools.signal?.throwIfAborted();
    const end = words.indexOf('--');
    const [own, rest] = end < 0 ? [words, []] : [words.slice(0, end), words.slice(end)];
    const inherited = Object.entries(environmentOf(this.tools)).filter(([name]) => plain.test(name));
    const [harness, model] = agent ?? [];
    const environment = {
      ...Object.fromEntries(inherited),
      ...identity,
      ...(agent === undefined ? {} : { AI_AGENT: harness, STATEROOM_MODEL: model }),
    };
    const all = [...own, '--json', '--actor', actor, ...rest];
    this.child.stdin?.write(
      `${JSON.stringify({ ...call, words: all, environment, isAttended: agent === undefined })}\n`,
    );
    const { value, done } = await this.answers.next();
    if (done === true) throw new Error(this.complaint.trim().split('\n')[0] || 'The program ended.');
    const printed = JSON.parse(value) as string;
    return answerOf(printed, printed.split('\n')[0] || 'The program printed nothing.');
  }

  async end(): Promise<void> {
    const { exitCode, signalCode } = this.child;
    if (exitCode !== null || signalCode !== null) return;
    const ended = once(this.child, 'close');
    this.child.stdin?.end();
    await ended;
  }
}

/** Environment variables that are passed on. No marks of an agent, because people act in the history too. */
const plain =
  /^(path|pathext|home|userprofile|appdata|localappdata|systemroot|windir|comspec|te?mp|tmpdir|electron_.*)$/i;
