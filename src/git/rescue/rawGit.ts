import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeTemporaryFolder } from '../../platform/temporaryFolder.js';
import type { GitProcess } from '../gitProcess.js';

/** Git on the repository's objects without settings, attributes and index, so that bytes stay unchanged. */
export interface RawGit {
  /** Makes a tree of files by their paths in a folder; skips missing ones. */
  treeOf(folder: string, paths: readonly string[]): Promise<string>;
  /** Entries are `mode id stage\tpath` and may name missing objects. */
  treeOfEntries(entries: readonly string[]): Promise<string>;
  treeOfTrees(parts: Readonly<Record<string, string>>, within: string): Promise<string>;
  treeWith(commit: string, parts: readonly string[]): Promise<string>;
  checkOut(tree: string, folder: string): Promise<void>;
}

/** Overrides every `.gitattributes`: no line ends, filters, keywords or encodings are converted. */
const noAttributes = '* -text -filter -ident -working-tree-encoding\n';

/** Syncs objects to disk; `batch` flushes once per call if git and the file system can. */
const durable = ['-c', 'core.fsync=all', '-c', 'core.fsyncMethod=batch'];

/** Runs `work` in a temporary git directory with the repository's objects. */
export async function withRawGit<T>(
  { git, commonDir, sha256 }: { git: GitProcess; commonDir: string; sha256: boolean },
  work: (raw: RawGit) => Promise<T>,
): Promise<T> {
  const folder = await makeTemporaryFolder('rescue');
  try {
    await makeGitDirectory(folder, sha256);
    return await work(new ScratchGit(git, folder, join(commonDir, 'objects')));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function makeGitDirectory(folder: string, sha256: boolean): Promise<void> {
  for (const name of ['objects', 'refs', 'info', 'nothing']) await mkdir(join(folder, name));
  const format = sha256
    ? '\trepositoryformatversion = 1\n[extensions]\n\tobjectformat = sha256\n[core]\n'
    : '\trepositoryformatversion = 0\n';
  const settings = ['bare = false', 'autocrlf = false', 'fileMode = true', 'symlinks = true', 'protectNTFS = false'];
  await writeFile(join(folder, 'config'), `[core]\n${format}${settings.map(line => `\t${line}\n`).join('')}`);
  await writeFile(join(folder, 'HEAD'), 'ref: refs/heads/none\n');
  await writeFile(join(folder, 'info', 'attributes'), noAttributes);
}

class ScratchGit implements RawGit {
  readonly #git: GitProcess;
  readonly #folder: string;
  readonly #objects: string;
  #indexes = 0;

  constructor(git: GitProcess, folder: string, objects: string) {
    this.#git = git;
    this.#folder = folder;
    this.#objects = objects;
  }

  async treeOf(folder: string, paths: readonly string[]): Promise<string> {
    const variables = this.#variables(folder);
    const into = ['-C', folder, ...durable];
    const input = paths.map(path => `${path}\0`).join('');
    await this.#git.run([...into, 'update-index', '--add', '--remove', '-z', '--stdin'], { variables, input });
    return this.#writeTree(variables);
  }

  async treeOfEntries(entries: readonly string[]): Promise<string> {
    const variables = this.#variables();
    const input = entries.map(entry => `${entry}\0`).join('');
    await this.#git.run(['update-index', '-z', '--index-info'], { variables, input });
    return this.#writeTree(variables);
  }

  async treeOfTrees(parts: Readonly<Record<string, string>>, within: string): Promise<string> {
    const variables = this.#variables();
    await this.#git.run(['read-tree', within], { variables });
    for (const [folder, tree] of Object.entries(parts)) {
      await this.#git.run(['read-tree', `--prefix=${folder}/`, tree], { variables });
    }
    return this.#writeTree(variables);
  }

  async treeWith(commit: string, parts: readonly string[]): Promise<string> {
    const variables = this.#variables();
    const entries = await this.#git.text(['ls-tree', '-r', '-z', commit, '--', ...parts], { variables });
    await this.#git.run(['update-index', '-z', '--index-info'], { variables, input: entries });
    return this.#writeTree(variables);
  }

  async checkOut(tree: string, folder: string): Promise<void> {
    const variables = this.#variables(folder);
    await this.#git.run(['read-tree', tree], { variables });
    await this.#git.run(['-C', folder, 'checkout-index', '--all', '--force', '--quiet'], { variables });
  }

  async #writeTree(variables: Readonly<Record<string, string>>): Promise<string> {
    return (await this.#git.text([...durable, 'write-tree', '--missing-ok'], { variables })).trim();
  }

  #variables(workTree = join(this.#folder, 'nothing')): Record<string, string> {
    this.#indexes += 1;
    return {
      GIT_DIR: this.#folder,
      GIT_WORK_TREE: workTree,
      GIT_INDEX_FILE: join(this.#folder, `index ${this.#indexes}`),
      GIT_OBJECT_DIRECTORY: this.#objects,
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_NOSYSTEM: '1',
    };
  }
}
