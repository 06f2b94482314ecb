import { expect } from 'vitest';
import { answer, git, type Run, run, runOnTerminal, withJson, writeIn } from '../cliRig.js';
import { makeLaneRepository, type SpawnedLane } from '../laneRig.js';
import { type Connection, connect } from '../mcpRig.js';
import { type StoryEnd, storyEnd } from './storyEnd.js';

/** A repository with a bare remote, worked in by agents and by Ann, who is at a terminal. */
export class Story {
  readonly cwd = makeLaneRepository();
  #reader: Connection | undefined;

  /** What an agent is answered. */
  agent(name: string, cwd: string, ...words: string[]): Promise<Record<string, unknown>> {
    return answer(words, { cwd, actor: name });
  }

  /** What an agent is refused with, in two lines. */
  async refused(name: string, cwd: string, ...words: string[]): Promise<string> {
    const { code, stderr } = await run(words, { cwd, actor: name });
    expect(code).not.toBe(0);
    return stderr;
  }

  /** What Ann is answered in the main worktree. */
  async person(...words: string[]): Promise<Record<string, unknown>> {
    const reply = await this.#typed(words);
    if (reply.data === undefined) throw new Error(`${words.join(' ')}: ${JSON.stringify(reply)}`);
    return reply.data;
  }

  /** What Ann is refused with. */
  async personRefused(...words: string[]): Promise<string> {
    const { data, message = '' } = await this.#typed(words);
    expect(data).toBeUndefined();
    return message;
  }

  async #typed(words: readonly string[]): Promise<{ data?: Record<string, unknown>; message?: string }> {
    const { stdout }: Run = await runOnTerminal(withJson(words), { cwd: this.cwd });
    return JSON.parse(stdout.split('\n')[0] ?? '');
  }

  /** Ann opens a lane. */
  async opens(item: string, ...words: string[]): Promise<SpawnedLane> {
    return (await this.person('worker', 'spawn', item, ...words)) as unknown as SpawnedLane;
  }

  /** An agent takes up what is to be done where it is, commits a file and submits. */
  async worksIn(name: string, { worktreePath: tree }: SpawnedLane, file: string): Promise<void> {
    expect(await this.agent(name, tree, 'worker', 'start')).toMatchObject({ state: 'WORKING' });
    this.commit(tree, file);
    expect(await this.agent(name, tree, 'worker', 'done')).toMatchObject({ state: 'IN_REVIEW' });
  }

  /** Ann approves and merges. */
  async merges(lane: string, ...words: string[]): Promise<Record<string, unknown>> {
    await this.person('worker', 'approve', lane);
    return this.person('worker', 'merge', lane, ...words);
  }

  commit(directory: string, file: string, text = `${file}\n`): void {
    writeIn(directory, file, text);
    git(directory, 'add', '--all');
    git(directory, 'commit', '-q', '-m', `Add ${file}`);
  }

  push(): void {
    git(this.cwd, 'push', '-q', 'origin', 'main');
  }

  /** An agent over MCP, in the main worktree unless another one is named. */
  connect(name: string, cwd = this.cwd): Promise<Connection> {
    return connect({ cwd, actor: name });
  }

  /** What is there now. */
  async end(): Promise<StoryEnd> {
    this.#reader ??= await this.connect('reader');
    return storyEnd(this.cwd, this.#reader);
  }
}
