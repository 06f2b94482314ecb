import { realpathSync, type Stats } from 'node:fs';
import { lstat, mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import type { FaultyHooks } from '../domain/hooks/hookFault.js';
import { refusalError } from '../domain/refusal/refusal.js';
import { message } from '../messages/message.js';
import { writeFileAtomically } from '../platform/files.js';
import { insteadOf } from '../platform/insteadOf.js';
import { leadsOut } from '../platform/leadsOut.js';
import { textOfRegularFile } from '../platform/regularFile.js';
import { commitFiles } from './commitFiles.js';
import { GitFailure } from './gitFailure.js';
import { readNameStatus } from './gitOutput.js';
import { GitProcess, splitNul } from './gitProcess.js';
import { readHead } from './headFile.js';
import { missedHooks, missedInTrial } from './hooks/missedHooks.js';
import { forgetWorkTree } from './lane/forgetWorkTree.js';
import { listWorkTrees } from './listWorkTrees.js';
import { isSquashedMerge, operationInProgress } from './operationInProgress.js';
import { looseAttributes, readingSettings } from './ownReading.js';
import { claimOwnTree, requireOwnTree } from './ownTree.js';
import { readBlobs } from './readBlobs.js';
import { readDiff, readPatch, sumOfLines } from './readDiff.js';
import { readBranch, readSymbolic } from './refFiles.js';
import { registrationOf } from './registrationOf.js';
import { findReplaced } from './replacedObjects.js';
import { isSecretName } from './rescue/secretFile.js';
import {
  type HashPlace,
  hashCommit,
  hashIndex,
  hashWorkTree,
  inScratch,
  isOwnDocument,
  isOwnPath,
  untrackedFiles,
  watchingAll,
} from './treeHash.js';
import { makeRoomFor, treesFolder } from './treePlace.js';
import type {
  CommitLine,
  FileDiff,
  Head,
  PathChange,
  Replaced,
  TreeAsIs,
  WorkTree,
  WorkTreeEntry,
} from './workTree.js';

export interface WorkTreePlace {
  readonly root: string;
  readonly commonDir: string;
  readonly gitDir: string;
  readonly directory: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  open(directory: string): WorkTree | undefined;
  asOf(commit: string): WorkTree;
}

const pathsAtOnce = 500;
/** Errors for a missing path or a name that no file can have; no other error proves absence. */
const noSuchName = 'ENOENT ENOTDIR ENAMETOOLONG ERR_INVALID_ARG_VALUE';
/** Max bytes of a file that is read as text; reports of tools are the largest. */
const maxTextBytes = 64 * 1024 * 1024;

export class GitWorkTree implements WorkTree {
  readonly root: string;
  readonly folder: string;
  readonly commonDir: string;
  readonly gitDir: string;
  readonly #place: WorkTreePlace;
  readonly #git: GitProcess;
  readonly #reader: GitProcess;

  constructor(place: WorkTreePlace) {
    this.#place = place;
    this.root = place.root;
    this.commonDir = place.commonDir;
    this.gitDir = place.gitDir;
    this.folder = folderIn(place.root, place.directory);
    this.#git = new GitProcess(place.root, place.environment);
    this.#reader = new GitProcess(place.root, place.environment, readingSettings);
  }

  asOf(commit: string): WorkTree {
    return this.#place.asOf(commit);
  }

  async head(): Promise<Head> {
    const read = await readHead(this.gitDir, this.commonDir);
    if (read !== undefined) return read;
    const commit = await this.resolveCommit('HEAD');
    const branch = await this.#git.line(['symbolic-ref', '--quiet', 'HEAD']);
    return { commit, branch: branch?.replace(/^refs\/heads\//, '') };
  }

  async resolveCommit(text: string): Promise<string | undefined> {
    const name = text.trim();
    if (name === '' || name.startsWith('-') || /[\0\n]/.test(name)) return undefined;
    const branch = await readBranch(this.commonDir, name);
    if (branch !== undefined) return branch === 'absent' ? undefined : branch.value;
    return this.#git.line(['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`]);
  }

  async isAncestor(ancestor: string, descendant: string): Promise<boolean> {
    const { exitCode } = await this.#git.run(['merge-base', '--is-ancestor', ancestor, descendant], { answers: [1] });
    return exitCode === 0;
  }

  async mergeBase(one: string, other: string): Promise<string | undefined> {
    const { exitCode, stdout } = await this.#git.run(['merge-base', one, other], { answers: [1] });
    return exitCode === 0 ? stdout.trim() : undefined;
  }

  async commitsOn(base: string, tip: string): Promise<{ commits: ReadonlySet<string>; onTop: boolean }> {
    const lines = (await this.#git.text(['rev-list', '--boundary', tip, `^${base}`, '--'])).split('\n');
    // A dash marks the commits of the base that the others are based on.
    const commits = new Set(lines.filter(line => line !== '' && !line.startsWith('-')));
    return { commits, onTop: tip === base || lines.includes(`-${base}`) };
  }

  async newCommits(tip: string, excluded: readonly string[]): Promise<ReadonlyMap<string, number>> {
    // Windows allows only some hundreds of them on a command line.
    const input = [tip, ...excluded.map(commit => `^${commit}`)].map(line => `${line}\n`).join('');
    const lines = (await this.#git.text(['rev-list', '--timestamp', '--stdin'], { input })).split('\n');
    return new Map(
      lines.flatMap(line => {
        const [, seconds, commit] = /^(\d+) ([0-9a-f]+)$/.exec(line) ?? [];
        return commit === undefined ? [] : [[commit, Number(seconds) * 1000] as const];
      }),
    );
  }

  async history(tip: string, limit: number, after?: string): Promise<readonly CommitLine[]> {
    const range = after === undefined ? [tip] : ['--ancestry-path', `${after}..${tip}`];
    const format = ['--no-show-signature', '--format=%H %ct %s'];
    const lines = (await this.#git.text(['log', ...format, `--max-count=${limit}`, ...range, '--'])).split('\n');
    return lines.flatMap(line => {
      const [, commit, seconds, subject] = /^([0-9a-f]+) (\d+) (.*)$/.exec(line) ?? [];
      return commit === undefined || subject === undefined ? [] : [{ commit, subject, at: Number(seconds) * 1000 }];
    });
  }

  async branchTips(containing?: string): Promise<ReadonlyMap<string, string>> {
    const format = '--format=%(objectname) %(refname)';
    const limit = containing === undefined ? [] : [`--contains=${containing}`];
    const lines = (await this.#git.text(['for-each-ref', format, ...limit, 'refs/heads/'])).split('\n');
    return new Map(
      lines.flatMap(line => {
        const [, commit, branch] = /^([0-9a-f]+) refs\/heads\/(.+)$/.exec(line) ?? [];
        return commit === undefined || branch === undefined ? [] : [[branch, commit] as const];
      }),
    );
  }

  async treeHash(): Promise<string> {
    return (await this.treeAsIs()).hash;
  }

  treeAsIs(without: readonly string[] = []): Promise<TreeAsIs> {
    return hashWorkTree(this.#hashPlace(), new Set(without));
  }

  treeHashOf(commit: string): Promise<string> {
    return hashCommit(this.#git, this.commonDir, commit);
  }

  async treesOf(commits: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const input = [...new Set(commits)].map(commit => `${commit}\n`).join('');
    const format = ['--no-show-signature', '--format=%H %T'];
    const listed = await this.#git.text(['log', '--no-walk', '--ignore-missing', ...format, '--stdin'], { input });
    return new Map(
      listed.split('\n').flatMap(line => {
        const [commit = '', tree] = line.split(' ');
        return tree === undefined ? [] : [[commit, tree] as const];
      }),
    );
  }

  stagedTree(): Promise<string | undefined> {
    return hashIndex(this.#hashPlace());
  }

  async hasStaged(): Promise<boolean> {
    const { exitCode } = await this.#git.run(['diff-index', '--cached', '--quiet', 'HEAD', '--'], { answers: [1] });
    return exitCode === 1;
  }

  async changes({ documents = false, untracked: includesUntracked = true } = {}): Promise<readonly PathChange[]> {
    const { commit } = await this.head();
    const base = commit ?? (await this.#git.text(['hash-object', '-t', 'tree', '--stdin'])).trim();
    const args = ['diff', '--name-status', '-z', '--find-renames', '--ignore-submodules=none', base, '--'];
    const [tracked, untracked] = await Promise.all([
      watchingAll(this.#hashPlace(), async (variables, paths) => ({
        text: await this.#reader.text(args, { variables }),
        attributes: includesUntracked ? looseAttributes(this.root, paths) : [],
      })),
      includesUntracked ? untrackedFiles(this.#reader, { documents, variables: { GIT_WORK_TREE: this.root } }) : [],
    ]);
    const byPath = new Map(readNameStatus(tracked.text).map(change => [change.path, change]));
    for (const path of [...untracked, ...tracked.attributes]) {
      // Taken out of the index but still on disk: neither deleted nor new.
      byPath.set(path, { path, kind: byPath.has(path) ? 'edit' : 'add' });
    }
    const isIncluded = (path: string) => !isOwnPath(path) || (documents && isOwnDocument(path));
    return [...byPath.values()].filter(({ path, oldPath }) => isIncluded(path) || isIncluded(oldPath ?? path));
  }

  async changesBetween(from: string, to: string): Promise<readonly PathChange[]> {
    return readNameStatus(
      await this.#git.text(['diff-tree', '-r', '-z', '--name-status', '--find-renames', from, to, '--']),
    );
  }

  patch(base: string, tip: string, globs: readonly string[]): Promise<string> {
    return readPatch(this.#git, `${base}...${tip}`, globs);
  }

  async countLines(base: string, tip: string): Promise<number> {
    return sumOfLines(await this.#git.text(['diff', '--numstat', '-z', '--no-renames', `${base}...${tip}`, '--']));
  }

  diff(from: string, to?: string): Promise<readonly FileDiff[]> {
    return readDiff(this.#git, from, to, async path =>
      (await this.kindOf(path)) === 'file' ? this.readText(path) : undefined,
    );
  }

  async paths(): Promise<readonly string[]> {
    const listed = await this.#git.text(['ls-files', '-z', '--cached', '--others', '--exclude-standard']);
    // A path in conflict is listed once per side, a nested repository with a slash.
    const paths = [...new Set(splitNul(listed))].filter(path => !path.endsWith('/'));
    return paths.filter(path => !isOwnPath(path) && !isSecretName(path)).sort();
  }

  async readText(path: string, commit?: string): Promise<string | undefined> {
    const inside = this.#inside(path);
    if (commit !== undefined) {
      const { exitCode, stdout } = await this.#git.run(['cat-file', 'blob', `${commit}:${inside}`], { answers: [128] });
      return exitCode === 0 ? stdout : undefined;
    }
    return textOfRegularFile(join(this.root, inside), { maxBytes: maxTextBytes, within: this.root });
  }

  async locate(path: string): Promise<string> {
    const wanted = resolve(this.#place.directory, path);
    for (let present = wanted; ; present = dirname(present)) {
      const real = await realpath(present).catch(() => undefined);
      if (real === undefined && dirname(present) !== present) continue;
      return join(real ?? present, relative(present, wanted))
        .split(sep)
        .join('/');
    }
  }

  async kindOf(path: string): Promise<'file' | 'folder' | 'link' | 'other' | undefined> {
    let place = this.root;
    let stats: Stats | undefined;
    for (const part of this.#inside(path).split('/')) {
      place = join(place, part);
      stats = await lstat(place).catch(insteadOf(noSuchName, undefined));
      if (stats === undefined) return undefined;
      if (stats.isSymbolicLink()) return 'link';
    }
    return stats?.isFile() ? 'file' : stats?.isDirectory() ? 'folder' : 'other';
  }

  async foldersIn(path: string): Promise<readonly string[]> {
    const folder = join(this.root, this.#inside(path));
    const entries = await readdir(folder, { withFileTypes: true }).catch(insteadOf('ENOENT ENOTDIR', []));
    return entries
      .filter(entry => entry.isDirectory())
      .map(({ name }) => name)
      .sort();
  }

  async writeText(path: string, text: string): Promise<void> {
    await writeFileAtomically(await this.#ownFile(path), text);
  }

  async removeFile(path: string): Promise<void> {
    await rm(await this.#ownFile(path), { force: true });
  }

  async #ownFile(path: string): Promise<string> {
    const file = join(this.root, this.#inside(path));
    // A folder above it may be a link, even from another person's commit.
    this.#inside(join(await this.locate(dirname(file)), basename(file)));
    return file;
  }

  async blobsOf(paths: readonly string[], commit: string): Promise<ReadonlyMap<string, string>> {
    const blobs = new Map<string, string>();
    const wanted = new Set(paths);
    for (let at = 0; at < paths.length; at += pathsAtOnce) {
      const some = paths.slice(at, at + pathsAtOnce);
      const listed = await this.#git.text(['--literal-pathspecs', 'ls-tree', '-r', '-z', commit, '--', ...some]);
      for (const entry of splitNul(listed)) {
        const [, blob = '', path = ''] = /^\d+ blob ([0-9a-f]+)\t([\s\S]+)$/.exec(entry) ?? [];
        if (wanted.has(path)) blobs.set(path, blob);
      }
    }
    return blobs;
  }

  readBlobs(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return readBlobs(this.#git, ids);
  }

  missedHooks(): Promise<FaultyHooks | undefined> {
    return missedHooks(this);
  }

  missedInTrial(): Promise<FaultyHooks | undefined> {
    return missedInTrial(this.#git, this);
  }

  replacedObjects(ends: readonly string[]): Promise<Replaced> {
    return findReplaced(this.#git, this.commonDir, ends);
  }

  operationInProgress(): Promise<string | undefined> {
    return operationInProgress(this.gitDir);
  }

  isSquashedMerge(): Promise<boolean> {
    return isSquashedMerge(this.gitDir);
  }

  async defaultBranch(): Promise<string | undefined> {
    const name = 'refs/remotes/origin/HEAD';
    const read = await readSymbolic(this.commonDir, name);
    const target = read === undefined ? await this.#git.line(['symbolic-ref', '--quiet', name]) : undefined;
    const remote = read === undefined || read === 'absent' ? target : read.value;
    const [, named] = /^refs\/remotes\/origin\/(.+)$/.exec(remote ?? '') ?? [];
    // The remote HEAD may name a missing branch.
    if (named !== undefined && (await this.resolveCommit(`refs/remotes/origin/${named}`)) !== undefined) return named;
    for (const branch of ['main', 'master', 'trunk']) if (await this.branchExists(branch)) return branch;
    return this.#onlyBranch();
  }

  /** Fallback for unusual default branches. A name in a folder, such as `feature/login`, is that of a work branch. */
  async #onlyBranch(): Promise<string | undefined> {
    const [first, ...more] = [...(await this.branchTips()).keys()];
    if (first !== undefined && more.length === 0) return first;
    const { branch } = first === undefined ? {} : ((await this.list())[0] ?? {});
    return branch === undefined || branch.includes('/') ? undefined : branch;
  }

  async branchExists(name: string): Promise<boolean> {
    const read = await readBranch(this.commonDir, `refs/heads/${name}`);
    if (read !== undefined) return read !== 'absent';
    const { exitCode } = await this.#git.run(['show-ref', '--verify', '--quiet', `refs/heads/${name}`], {
      answers: [1, 128],
    });
    return exitCode === 0;
  }

  at(directory: string): WorkTree | undefined {
    return this.#place.open(directory);
  }

  async list(): Promise<readonly WorkTreeEntry[]> {
    return (await listWorkTrees(this.#git, this.commonDir)).trees;
  }

  async placeOf(name: string): Promise<string> {
    const [main] = await this.list();
    return join(treesFolder(main?.directory ?? this.root, this.#place.environment), name);
  }

  async addWorkTree(directory: string, branch: string, start: string): Promise<void> {
    await makeRoomFor(directory);
    await this.#git.run(['branch', '--no-track', '--', branch, start], { runsHooks: true });
    try {
      await this.#git.run(['worktree', 'add', '--quiet', '--', directory, branch], { runsHooks: true });
      await claimOwnTree(this.#gitIn(directory));
    } catch (error) {
      // A hook may fail after the worktree was made.
      const real = await realpath(directory).catch(() => directory);
      const isMade = (await this.list()).some(tree => tree.branch === branch && tree.directory === real);
      if (isMade) await this.detachWorkTree(directory).catch(() => undefined);
      await this.removeBranch(branch, start);
      throw error;
    }
  }

  async attachWorkTree(directory: string, branch: string): Promise<void> {
    // Git would refuse because of the record of a deleted worktree.
    for (const gone of (await listWorkTrees(this.#git, this.commonDir)).gone) {
      if (gone.directory !== directory && gone.branch !== branch) continue;
      const gitDir = await registrationOf(this.commonDir, gone.directory);
      if (gitDir !== undefined) await forgetWorkTree(gitDir);
    }
    await makeRoomFor(directory);
    await this.#git.run(['worktree', 'add', '--quiet', '--', directory, branch], { runsHooks: true });
    try {
      await claimOwnTree(this.#gitIn(directory));
    } catch (error) {
      await this.detachWorkTree(directory);
      throw error;
    }
  }

  async detachWorkTree(directory: string): Promise<void> {
    await this.#git.run(['worktree', 'remove', '--', directory]);
  }

  async removeBranch(branch: string, commit: string): Promise<void> {
    if ((await this.list()).some(tree => tree.branch === branch)) return;
    await this.#git.run(['update-ref', '-d', `refs/heads/${branch}`, commit]);
  }

  async switchToNewBranch(branch: string): Promise<void> {
    await requireOwnTree(this.#git);
    await this.#git.run(['switch', '--quiet', '--create', branch], { runsHooks: true });
  }

  async switchToBranch(branch: string): Promise<void> {
    await requireOwnTree(this.#git);
    await this.#git.run(['switch', '--quiet', '--no-guess', branch], { runsHooks: true });
  }

  async moveTo(commit: string): Promise<boolean> {
    await requireOwnTree(this.#git);
    try {
      await this.#git.run(['reset', '--quiet', '--keep', commit], { runsHooks: true });
      return true;
    } catch (error) {
      if (error instanceof GitFailure) return false;
      throw error;
    }
  }

  commit(message: string, { paths, untracked = false }: { paths?: readonly string[]; untracked?: boolean }) {
    const inside = paths?.map(path => this.#inside(path));
    return commitFiles({ git: this.#git, gitDir: this.gitDir }, { message, paths: inside, untracked });
  }

  async mergesCleanly(from: string, into: string): Promise<boolean | undefined> {
    return inScratch(this.commonDir, async ({ variables }) => {
      // 129: git does not support it.
      const args = ['merge-tree', '--write-tree', '--name-only', '--no-messages', into, from];
      const { exitCode } = await this.#git.run(args, { variables, answers: [1, 128, 129] });
      return exitCode === 0 ? true : exitCode === 1 ? false : undefined;
    });
  }

  async inThrowAwayTree<T>(commit: string, work: (directory: string) => Promise<T>): Promise<T> {
    const folder = await mkdtemp(join(realpathSync(tmpdir()), 'stateroom-work-'));
    const directory = join(folder, 'tree');
    try {
      await this.#git.run(['worktree', 'add', '--quiet', '--detach', '--', directory, commit]);
      return await work(directory);
    } finally {
      const gitDir = await registrationOf(this.commonDir, directory);
      await rm(folder, { recursive: true, force: true });
      if (gitDir !== undefined) await forgetWorkTree(gitDir);
    }
  }

  #gitIn(directory: string): GitProcess {
    return new GitProcess(directory, this.#place.environment);
  }

  #hashPlace(): HashPlace {
    return {
      git: this.#reader,
      root: this.root,
      gitDir: this.gitDir,
      commonDir: this.commonDir,
      hashSubmodule: path => this.#hashSubmodule(path),
    };
  }

  async #hashSubmodule(path: string): Promise<{ hash: string; changed: boolean }> {
    const tree = this.#place.open(join(this.root, path));
    // Not checked out: its content is that of its commit.
    if (tree === undefined || tree.root === this.root) return { hash: '', changed: false };
    const { commit } = await tree.head();
    const hash = await tree.treeHash();
    return { hash, changed: commit === undefined || hash !== (await tree.treeHashOf(commit)) };
  }

  #inside(path: string): string {
    const found = relative(this.root, resolve(this.root, path));
    if (found === '' || leadsOut(found)) {
      throw refusalError('invalid_input', message('git.pathOutside', { path, root: this.root }), {
        hint: 'git.pathOutsideHint',
      });
    }
    return found.split(sep).join('/');
  }
}

function folderIn(root: string, directory: string): string {
  try {
    const found = relative(root, realpathSync.native(directory));
    return leadsOut(found) ? '' : found.split(sep).join('/');
  } catch {
    return '';
  }
}
