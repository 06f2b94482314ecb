import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import type { Actor } from '../../src/domain/actor/actor.js';
import type { Lane } from '../../src/domain/lane/lane.js';
import type { LaneTrees } from '../../src/git/lane/laneTrees.js';
import { type LanePorts, openLanes } from '../../src/git/lane/openLanes.js';
import { openWorkTree } from '../../src/git/openWorkTree.js';
import { askGate } from '../../src/operations/gate/askGate.js';
import { workerSpawn } from '../../src/operations/lane/worker/workerSpawn.js';
import type { Context } from '../../src/records/context.js';
import { GitTestRepository, repositoryEnvironment } from './gitTestRepository.js';
import { untidied } from './madeOnce.js';
import { agent } from './testRepository.js';

/** Stands in the way of the calls of lanes' ports: called before and after each, by name as `trees.addTree`. */
export type Interference = (call: string, when: 'before' | 'after') => void | Promise<void>;

/** A git room with a bare remote, `main` pushed to it, whose callers may open lanes. */
export class LaneTestRepository extends GitTestRepository {
  get remote(): string {
    return join(this.directory, 'remote.git');
  }
  /** Where the caller stands; the main worktree at first. */
  place = this.repository;
  /** What a test does to the calls of the ports. */
  interfere: Interference = () => undefined;
  /** What the machine says of whoever wrote a journey. */
  judge: LanePorts['machine']['judge'] | undefined;
  signal: AbortSignal | undefined;
  /** What else the caller's environment has. */
  variables: Readonly<Record<string, string>> = {};
  /** What is started where Stateroom starts itself once more. */
  programFile = join(this.directory, 'no-program.mjs');

  protected override make(): void {
    super.make();
    this.git('init', '-q', '--bare', '-b', 'main', this.remote);
    this.git('remote', 'add', 'origin', this.remote);
    this.git('push', '-q', 'origin', 'main');
    untidied(this.remote);
  }

  /** Commits these settings to main and pushes it: what binds is agreed on here and at the remote. */
  agree(message: string, config: string): void {
    this.commit(message, { '.stateroom/config.json': config });
    this.git('push', '-q', 'origin', 'main');
  }

  override context(actor: Actor = agent): Context {
    const environment = { ...repositoryEnvironment(), ...this.variables };
    const workTree = openWorkTree(this.place, environment);
    if (workTree === undefined) throw new Error(`${this.place} is not a worktree.`);
    const storeDirectory = join(this.directory, 'store');
    const ports = openLanes({
      workTree,
      storeDirectory,
      environment,
      programFile: this.programFile,
    });
    const { judge } = this;
    const machine = { ...ports.machine, ...(judge === undefined ? {} : { judge }) };
    return {
      ...super.context(actor),
      workTree,
      askGate,
      ...(this.signal === undefined ? {} : { signal: this.signal }),
      lanes: {
        ...ports,
        trees: async () => this.#watched('trees', (await ports.trees()) as LaneTrees),
        intentLogs: this.#watched('journeys', ports.intentLogs),
        machine: this.#watched('machine', machine),
        cache: ports.cache,
      },
    };
  }

  /** Opens a lane for a worker, as `worker spawn` does. */
  async spawn(lane: string, more: Omit<z.input<typeof workerSpawn.input>, 'lane'> = {}): Promise<Lane> {
    return this.ok(workerSpawn, { lane, ...more });
  }

  /** Runs git in a lane's worktree; what it printed, trimmed. */
  gitIn(lane: Pick<Lane, 'worktreePath'>, ...words: string[]): string {
    return this.git('-C', lane.worktreePath, ...words);
  }

  /** All that lanes leave outside of the store: branches, worktrees with git's records of them, folders, journeys. */
  traces(): Readonly<Record<'branches' | 'trees' | 'records' | 'folders' | 'intentLogs' | 'rescues', string[]>> {
    const names = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder).sort() : []);
    const lines = (text: string): string[] => (text === '' ? [] : text.split('\n'));
    const refs = lines(this.git('for-each-ref', '--format=%(refname)', 'refs/heads', 'refs/stateroom'));
    return {
      branches: refs.filter(ref => ref.startsWith('refs/heads/')).map(ref => ref.slice('refs/heads/'.length)),
      trees: lines(this.git('worktree', 'list', '--porcelain')).filter(line => line.startsWith('worktree ')),
      records: names(join(this.repository, '.git', 'worktrees')),
      folders: names(`${this.repository}.worktrees`),
      intentLogs: names(join(this.directory, 'store', 'journeys')),
      rescues: refs.filter(ref => ref.startsWith('refs/stateroom/')),
    };
  }

  /** Has whoever makes the `nth` such call stop forever, before or after it is done; resolves once it has come there. */
  hangsAt(call: string, moment: 'before' | 'after', nth = 1): Promise<void> {
    let seen = 0;
    return new Promise(done => {
      this.interfere = (name, when) => {
        if (name !== call || when !== moment) return undefined;
        seen += 1;
        if (seen !== nth) return undefined;
        done();
        return new Promise<void>(() => undefined);
      };
    });
  }

  /** The same port, each call of which passes by `interfere`. */
  #watched<Port extends object>(name: string, port: Port): Port {
    return new Proxy(port, {
      get: (target, property) => {
        const value: unknown = Reflect.get(target, property, target);
        if (typeof value !== 'function') return value;
        const call = `${name}.${String(property)}`;
        const isSynchronous = name === 'machine' && property !== 'arePortsFree';
        if (isSynchronous) return value.bind(target);
        return async (...args: unknown[]): Promise<unknown> => {
          await this.interfere(call, 'before');
          const result: unknown = await value.apply(target, args);
          await this.interfere(call, 'after');
          return result;
        };
      },
    });
  }
}
