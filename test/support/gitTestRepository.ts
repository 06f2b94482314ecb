import { execFileSync } from 'node:child_process';
import { mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Actor } from '../../src/domain/actor/actor.js';
import type { TaskRow } from '../../src/domain/task/taskRow.js';
import { openCloneTrust } from '../../src/git/cloneTrust.js';
import { openWorkTree } from '../../src/git/openWorkTree.js';
import { trustGrant } from '../../src/operations/trust/trustGrant.js';
import { openAttachments } from '../../src/platform/attachments.js';
import { configurationFolder } from '../../src/platform/configurationFolder.js';
import { randomIds } from '../../src/platform/idSource.js';
import { commandRunner } from '../../src/platform/runCommand.js';
import type { Context } from '../../src/records/context.js';
import { madeOnce, untidied } from './madeOnce.js';
import { agent, person, TestRepository } from './testRepository.js';

/** A test room whose callers are in a real git repository, on `main` with one commit of `README.md`. */
export class GitTestRepository extends TestRepository {
  readonly repository = join(realpathSync(this.directory), 'repository');

  constructor() {
    super();
    madeOnce(this.constructor, dirname(this.repository), () => this.make());
  }

  /** Makes what a repository of this kind begins with, for the first one: the others get the same files. */
  protected make(): void {
    mkdirSync(this.repository);
    this.git('init', '-q', '-b', 'main');
    this.commit('Begin', { 'README.md': 'one\ntwo\nthree\n' });
    untidied(this.repository);
  }

  override context(actor: Actor = agent): Context {
    return {
      ...super.context(actor),
      workTree: openWorkTree(this.repository, repositoryEnvironment()),
      commands: commandRunner(repositoryEnvironment()),
      trust: openCloneTrust(join(this.repository, '.git'), this.userEnvironment()),
      attachments: openAttachments(join(this.directory, 'store')),
    };
  }

  /** Where this repository's user keeps settings: never a real home. */
  userEnvironment(): Record<string, string> {
    const home = join(this.directory, 'home');
    return { HOME: home, APPDATA: home };
  }

  /** The folder of those settings. */
  get settingsFolder(): string {
    return configurationFolder(this.userEnvironment()) ?? this.directory;
  }

  /** Trusts the commands that the repository names now, as a person does. */
  async trustCommands(): Promise<void> {
    await this.ok(trustGrant, {}, person);
  }

  /** Runs git in the repository; what it printed, trimmed. */
  git(...words: string[]): string {
    return execFileSync('git', words, {
      cwd: this.repository,
      env: repositoryEnvironment(),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    }).trim();
  }

  /** Writes a file of the repository. */
  write(path: string, text: string): void {
    const file = join(this.repository, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  /** Removes a file of the repository. */
  remove(path: string): void {
    rmSync(join(this.repository, path));
  }

  /** Writes these files and commits all there is; the full id of the commit. */
  commit(message: string, files: Readonly<Record<string, string>> = {}): string {
    for (const [path, text] of Object.entries(files)) this.write(path, text);
    this.git('add', '--all');
    this.git('commit', '-q', '--allow-empty', '-m', message);
    return this.git('rev-parse', 'HEAD');
  }

  /** A active task with this ref, written as a row: what tasks are is not what is checked. */
  async task(ref: string, more: Partial<TaskRow> = {}): Promise<TaskRow> {
    return this.store.transaction(async transaction => {
      const row = {
        id: randomIds.ulid(this.now),
        number: await transaction.tasks.takeNumbers(1),
        ref,
        objective: `The objective of ${ref}`,
        focus: null,
        status: 'in_progress' as const,
        light: 0 as const,
        branch: null,
        base_branch: 'main',
        worktree_path: null,
        plan_id: null,
        work_item_id: null,
        observed_sha: null,
        created_by: 'codex',
        updated_by: 'codex',
        finished_at: null,
        archived_at: null,
        archive_note: null,
        created_at: this.now,
        updated_at: this.now,
        revision: 1,
        ...more,
      };
      await transaction.tasks.insert([row]);
      return { ...row, repository_id: '' };
    });
  }
}

/** What programs inherit in a repository: git’s own settings, and no one’s of the machine. */
export function repositoryEnvironment(): Record<string, string> {
  return {
    PATH: process.env.PATH ?? '',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'Ann',
    GIT_AUTHOR_EMAIL: 'ann@example.com',
    GIT_COMMITTER_NAME: 'Ann',
    GIT_COMMITTER_EMAIL: 'ann@example.com',
  };
}
