import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { environmentOf, type Tools } from '../tools.js';
import { type WorkerName, workers } from './dayStory.js';
import type { Answer, Part } from './part.js';

/** How long a worker may take to end by itself, ms. */
const patience = 3000;

interface Player {
  readonly child: ChildProcess;
  readonly answers: AsyncIterator<string>;
  readonly lines: Interface;
}

/** The workers of a day, each a process of its own. */
export class Troupe {
  private readonly players: ReadonlyMap<WorkerName, Player>;

  /** Starts them; they stand in the repository's main worktree. */
  constructor(tools: Tools, repository: string) {
    this.players = new Map(workers.map(name => [name, start(name, tools, repository)]));
  }

  /**
   * Has a worker do its part; gives what it was answered.
   *
   * @throws Error with the sentence of a refusal, or when the worker is gone
   */
  async perform(name: WorkerName, part: Part): Promise<Readonly<Record<string, unknown>>> {
    const player = this.players.get(name);
    player?.child.stdin?.write(`${JSON.stringify(part)}\n`);
    const { value } = (await player?.answers.next()) ?? {};
    if (typeof value !== 'string') throw new Error(`${name} has ended.`);
    const answer = JSON.parse(value) as Answer;
    if (!answer.ok) throw new Error(answer.message);
    return answer.data;
  }

  /** Ends all of them, with what they run; resolves when none is left. */
  async dismiss(): Promise<void> {
    await Promise.all([...this.players.values()].map(end));
  }
}

function start(name: WorkerName, tools: Tools, repository: string): Player {
  const file = join(dirname(tools.program), 'dayWorker.js');
  const child = spawn(process.execPath, [file, name, tools.program], {
    cwd: repository,
    env: environmentOf(tools),
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  // Whoever writes to one that is gone is told by the answer that does not come.
  child.stdin.on('error', () => undefined);
  child.on('error', () => undefined);
  const lines = createInterface({ input: child.stdout });
  return { child, lines, answers: lines[Symbol.asyncIterator]() };
}

async function end({ child, lines }: Player): Promise<void> {
  if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
    const closed = once(child, 'close');
    child.stdin?.end();
    const late = setTimeout(() => child.kill('SIGKILL'), patience);
    await closed;
    clearTimeout(late);
  }
  lines.close();
}
