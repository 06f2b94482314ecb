import { existsSync } from 'node:fs';
import { lstat, mkdir, readdir, realpath, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { laneFileNames } from '../../domain/lane/laneKit.js';
import { message, verbatim } from '../../messages/message.js';
import { say } from '../../messages/say.js';
import type { FileCache } from '../../platform/fileCache.js';
import { writeFileAtomically } from '../../platform/files.js';
import { isOwnFolder } from '../../platform/ownFolder.js';
import { readWorkTreeList } from '../gitOutput.js';
import { GitProcess } from '../gitProcess.js';
import { readBranch } from '../refFiles.js';
import { gitDirectoryOf, linkedGitDir } from '../repositoryLocation.js';
import { holdsTheSame } from '../rescue/holdsTheSame.js';
import { keepWorkTree } from '../rescue/keepWorkTree.js';
import { type LeftFiles, listFiles } from '../rescue/listFiles.js';
import type { Rescue } from '../rescue/rescue.js';
import { listRescues, RestoreRefused, restoreWorkTree } from '../rescue/restoreWorkTree.js';
import type { PathChange } from '../workTree.js';
import { abandonMerge, type BegunMerge, beginMerge } from './beginMerge.js';
import { type BranchDistance, type BranchPair, branchDistances } from './branchDistances.js';
import { bringBack } from './bringBack.js';
import { caseTwin } from './caseTwin.js';
import { type DiscardPlace, discardWorkTree, isBareTree } from './discardWorkTree.js';
import { type DiskUse, diskUseOf, removeLeftovers } from './diskUse.js';
import { excludeFiles } from './excludeFiles.js';
import { fetchBranch } from './fetchBranch.js';
import { readLaneSettings } from './laneSettings.js';
import type {
  DiscardAnswer,
  DiscardRequest,
  KeepRequest,
  LaneTree,
  LaneTrees,
  PushAnswer,
  RebaseAnswer,
  RemoveAnswer,
  RemoveRequest,
  RestoreAnswer,
  RestoreHow,
} from './laneTrees.js';
import { listChanges } from './listChanges.js';
import { mendGitFile } from './mendGitFile.js';
import { type MergeAnswer, type MergeRequest, mergeBranch, unmergedPaths } from './mergeBranch.js';
import { type MergePlan, planMerge } from './mergePlan.js';
import { forgetOpening, noteOpening, openingNoted } from './openingMark.js';
import type { MergePrediction } from './predictMerges.js';
import { pushBranch } from './pushBranch.js';
import type { RadarMemory } from './radarMemory.js';
import { changesSince, type FileHunks } from './readChanges.js';
import { rebaseOnto } from './rebaseOnto.js';
import { lockOfAway, matchesRepository, registrationOf } from './registrationOf.js';
import { removalProblem, type WrittenRemoval } from './removalProblem.js';
import { RemovalRefused, removeWorkTree } from './removeWorkTree.js';
import { settleRemoval } from './settleRemoval.js';
import { type MergeSimulation, simulateMerge } from './simulateMerge.js';
import { predictPairs, type Survey, type SurveyedLane, type SurveyPlace, surveyLanes } from './surveyLanes.js';
import { conditionOf, type TreeCondition } from './treeCondition.js';
import { type Unkeepable, unkeepable } from './unkeepable.js';

export interface LaneTreesPlace {
  /** Git's common directory. */
  readonly commonDir: string;
  /** The folder, next to the store, of what looks like secrets. */
  readonly secretsFolder: string;
  /** What was worked out of lanes before. */
  readonly kept: FileCache;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Runs `work` in a throw-away worktree at a commit. */
  readonly inThrowAwayTree: <T>(commit: string, work: (directory: string) => Promise<T>) => Promise<T>;
}

/** Lanes' worktrees by way of git's own commands, run in the common directory: the caller's own tree may be the one that goes. */
export class GitLaneTrees implements LaneTrees {
  readonly #place: LaneTreesPlace;
  readonly #git: GitProcess;
  #caseless: Promise<boolean> | undefined;
  /** There was a remote when the settings were read, and no one made use of that yet. */
  #sawRemote = false;
  /** What the last survey kept. */
  #surveyed: RadarMemory | undefined;

  constructor(place: LaneTreesPlace) {
    this.#place = place;
    this.#git = this.#gitIn(place.commonDir);
  }

  async mainDirectory(): Promise<string> {
    return this.#main();
  }

  async placeOf(lane: string): Promise<string | undefined> {
    const top = await this.#mainTop();
    if (top === undefined) return undefined;
    const folder = `${top}.worktrees`;
    return join(await realpath(folder).catch(() => folder), lane);
  }

  /** What git lists first, which it makes out of its own directory alone. */
  #main(): string {
    const { commonDir } = this.#place;
    const listed = basename(commonDir) === '.git' ? dirname(commonDir) : commonDir;
    return sep === '/' ? listed : listed.replaceAll(sep, '/');
  }

  /** Git lists its own directory where that is not in the main worktree, as a submodule's is not. */
  async #mainTop(): Promise<string | undefined> {
    const { commonDir } = this.#place;
    const listed = this.#main();
    if (listed !== commonDir || (await this.#git.line(['config', '--bool', 'core.bare'])) === 'true') return listed;
    const named = await this.#git.line(['config', 'core.worktree']);
    return named === undefined ? undefined : realpath(resolve(commonDir, named));
  }

  async list(): Promise<readonly LaneTree[]> {
    const entries = readWorkTreeList(await this.#git.text(['worktree', 'list', '--porcelain', '-z']));
    const isThere = (directory: string, index: number): boolean =>
      index === 0 ? existsSync(directory) : linkedGitDir(directory, this.#place.commonDir) !== undefined;
    return entries.map((entry, index) => ({ ...entry, isThere: isThere(entry.directory, index) }));
  }

  branchCommit(branch: string): Promise<string | undefined> {
    return this.#commit(`refs/heads/${branch}`);
  }

  async branchTwin(branch: string): Promise<string | undefined> {
    if (!(await this.#ignoresCase())) return undefined;
    const listed = await this.#git.text(['for-each-ref', '--format=%(refname)', 'refs/heads', 'refs/remotes/origin']);
    const names = listed.split('\n').map(ref => ref.replace(/^refs\/(?:heads|remotes\/origin)\//, ''));
    return names.includes(branch)
      ? undefined
      : caseTwin(
          names.filter(name => name !== 'HEAD'),
          branch,
        );
  }

  async fetch(branch: string): Promise<'fetched' | 'noRemote' | 'noBranch'> {
    const hasRemote = this.#sawRemote || (await readLaneSettings(this.#git)).hasRemote;
    this.#sawRemote = false;
    // A remote may be a path, which git takes from the worktree it is called in.
    return hasRemote ? fetchBranch(this.#gitIn(this.#main()), this.#git, branch) : 'noRemote';
  }

  async startOf(base: string): Promise<string | undefined> {
    const local = await this.branchCommit(base);
    const remote = await this.#commit(`refs/remotes/origin/${base}`);
    if (local === undefined || remote === undefined || local === remote) return local ?? remote;
    const { exitCode } = await this.#git.run(['merge-base', '--is-ancestor', local, remote], { answers: [1] });
    return exitCode === 0 ? remote : local;
  }

  async createBranch(branch: string, commit: string): Promise<void> {
    await this.#git.run(['branch', '--no-track', '--', branch, commit], { runsHooks: true });
  }

  async moveBranch(branch: string, from: string, to: string): Promise<void> {
    await this.#git.run(['update-ref', `refs/heads/${branch}`, to, from]);
  }

  async removeBranch(branch: string, commit: string): Promise<void> {
    await this.#git.run(['update-ref', '-d', `refs/heads/${branch}`, commit]);
  }

  async kindOf(path: string): Promise<'folder' | 'other' | 'nothing'> {
    const found = await lstat(path).catch(() => undefined);
    if (found === undefined) return 'nothing';
    return found.isDirectory() ? 'folder' : 'other';
  }

  async inTheWay(directory: string): Promise<string | undefined> {
    const kind = await this.kindOf(directory);
    if (kind === 'nothing') return undefined;
    const isUnknown = (await registrationOf(this.#place.commonDir, directory)) === undefined;
    return kind === 'folder' && gitDirectoryOf(directory) === undefined && isUnknown
      ? 'its folder exists, but its .git file and git’s record of it are missing'
      : 'something else is in its place';
  }

  async holdsLooseFiles(directory: string): Promise<boolean> {
    if ((await this.kindOf(directory)) !== 'folder' || gitDirectoryOf(directory) !== undefined) return false;
    const own: readonly string[] = ['.git', ...laneFileNames];
    return (await readdir(directory)).some(name => !own.includes(name));
  }

  async takenBy(path: string): Promise<string | undefined> {
    if ((await this.kindOf(path)) !== 'nothing') return path;
    if (!(await this.#ignoresCase())) return undefined;
    const parent = dirname(path);
    const twin = caseTwin(await readdir(parent).catch(() => []), basename(path));
    return twin === undefined ? undefined : join(parent, twin);
  }

  async isAway(directory: string): Promise<boolean> {
    if ((await this.kindOf(directory)) !== 'nothing') return false;
    return (await registrationOf(this.#place.commonDir, directory)) !== undefined;
  }

  async addTree(directory: string, branch: string, opening?: string): Promise<void> {
    await mkdir(dirname(directory), { recursive: true });
    await this.#git.run(['worktree', 'add', '--quiet', '--', directory, branch]);
    const gitDir = opening === undefined ? undefined : linkedGitDir(directory, this.#place.commonDir);
    if (gitDir !== undefined && opening !== undefined) await noteOpening(gitDir, opening);
  }

  async treeAt(path: string): Promise<LaneTree | undefined> {
    const real = await realpath(path).catch(() => path);
    return (await this.list()).find(({ directory, isThere }) => isThere && directory === real);
  }

  async bringBack(directory: string, branch: string): Promise<'index' | 'branch'> {
    const { commonDir } = this.#place;
    const locked = await lockOfAway(commonDir, directory);
    if (locked !== undefined) {
      const why = locked === '' ? '' : ` (${locked})`;
      throw new Error(`its folder ${directory} is missing but locked${why}, so it may be temporarily unavailable`);
    }
    const isBack = await bringBack({ commonDir, directory, gitIn: folder => this.#gitIn(folder) });
    if (isBack) return 'index';
    await this.addTree(directory, branch);
    return 'branch';
  }

  async relink(from: string, to: string): Promise<boolean> {
    const gitDir = await registrationOf(this.#place.commonDir, from);
    if (gitDir === undefined || !(await matchesRepository(to, gitDir))) return false;
    await this.#git.run(['worktree', 'repair', to]);
    return (await registrationOf(this.#place.commonDir, to)) === gitDir;
  }

  isBare(directory: string): Promise<boolean> {
    return isBareTree(this.#discardPlace(), directory);
  }

  async discard(request: DiscardRequest): Promise<DiscardAnswer> {
    const { directory, beforeLoss } = request;
    // Who died while it went may have left it aside.
    await settleRemoval(this.#place.commonDir, directory, undefined);
    const isGone = await discardWorkTree(this.#discardPlace(), directory, aside => beforeLoss?.(undefined, aside));
    if (isGone) return { outcome: 'gone' };
    if (request.onlyBare !== true) return this.remove(request);
    return { outcome: 'refused', reason: 'inUse', said: message('git.holdsUnkept') };
  }

  #discardPlace(): DiscardPlace {
    return { git: this.#git, gitIn: folder => this.#gitIn(folder), commonDir: this.#place.commonDir };
  }

  async writeFiles(directory: string, files: ReadonlyMap<string, string>): Promise<void> {
    for (const [name, text] of files) await writeFileAtomically(join(directory, name), text);
  }

  async removeFiles(directory: string, names: readonly string[]): Promise<void> {
    for (const name of names) await rm(join(directory, name), { force: true });
  }

  exclude(patterns: readonly string[]): Promise<void> {
    return excludeFiles(this.#place.commonDir, patterns);
  }

  async condition(directory: string): Promise<TreeCondition | undefined> {
    const gitDir = linkedGitDir(directory, this.#place.commonDir);
    return gitDir === undefined ? undefined : conditionOf({ git: this.#gitIn(directory), root: directory, gitDir });
  }

  async keep({ lane, directory, now, ignoredBytes }: KeepRequest): Promise<Rescue> {
    const gitDir = gitDirectoryOf(directory);
    if (gitDir === undefined) throw new Error(`${directory} is not a worktree.`);
    const { commonDir, secretsFolder } = this.#place;
    const place = { git: this.#gitIn(directory), root: directory, gitDir, commonDir };
    return keepWorkTree(place, { lane, now, ignoredBytes, secretsFolder: join(secretsFolder, lane) });
  }

  async remove(request: RemoveRequest): Promise<RemoveAnswer> {
    const { directory, beforeLoss } = request;
    const gitDir = linkedGitDir(directory, this.#place.commonDir);
    if (gitDir === undefined) {
      return { outcome: 'refused', reason: 'noWorkTree', said: message('git.notWorkTree', { directory }) };
    }
    const made: Rescue[] = [];
    try {
      const keep = async (): Promise<Rescue> => {
        const [lost] = await this.unkeepable(directory);
        if (lost !== undefined) throw new RemovalRefused('unkeepable', `${say(lost.text)}.`);
        const rescue = await this.keep(request);
        made.push(rescue);
        return rescue;
      };
      const rescue = await removeWorkTree({ directory, gitDir }, keep, beforeLoss);
      const { whole } = request;
      const isTwice = whole !== undefined && (await holdsTheSame(this.#git, whole, rescue));
      const earlier = made.slice(0, -1);
      const twice = await Promise.all(earlier.map(one => holdsTheSame(this.#git, one, rescue)));
      await this.forget([...earlier.filter((_, at) => twice[at]), ...(isTwice ? [rescue] : [])]);
      return { outcome: 'removed', rescue: whole ?? rescue };
    } catch (error) {
      if (!(error instanceof RemovalRefused)) throw error;
      // If the tree is unchanged, there was nothing to back up.
      if (error.reason !== 'inUse') await this.forget(made);
      return { outcome: 'refused', reason: error.reason, said: verbatim(error.message) };
    }
  }

  async removalProblem(lane: string, removal: WrittenRemoval): Promise<string | undefined> {
    return removalProblem(this.#discardPlace(), removal, await this.rescues(lane));
  }

  mendGitFile(directory: string): Promise<boolean> {
    return mendGitFile(this.#place.commonDir, directory, folder => this.#gitIn(folder));
  }

  async openingOf(directory: string): Promise<string | undefined> {
    const gitDir = linkedGitDir(directory, this.#place.commonDir);
    return gitDir && openingNoted(gitDir);
  }

  async forgetOpening(directory: string): Promise<void> {
    const gitDir = linkedGitDir(directory, this.#place.commonDir);
    if (gitDir !== undefined) await forgetOpening(gitDir);
  }

  async isElsewhere(commit: string, branch: string): Promise<boolean> {
    const refs = ['refs/heads', 'refs/remotes', 'refs/tags'];
    const args = ['for-each-ref', '--format=%(refname)', `--contains=${commit}`, ...refs];
    // No such commit.
    const { stdout } = await this.#git.run(args, { answers: [128, 129] });
    return stdout.split('\n').some(ref => ref !== '' && ref !== `refs/heads/${branch}`);
  }

  settleRemoval(directory: string, aside: string | undefined): Promise<boolean> {
    return settleRemoval(this.#place.commonDir, directory, aside);
  }

  async unkeepable(directory: string): Promise<readonly Unkeepable[]> {
    const gitDir = gitDirectoryOf(directory);
    if (gitDir === undefined) return [];
    return unkeepable({ git: this.#gitIn(directory), root: directory, gitDir }, folder => this.#gitIn(folder));
  }

  rescues(lane?: string): Promise<readonly Rescue[]> {
    return listRescues(this.#git, lane);
  }

  async restore(rescue: Rescue, directory: string, how: RestoreHow = {}): Promise<RestoreAnswer> {
    const { commonDir } = this.#place;
    const place = { git: this.#git, commonDir, gitIn: (folder: string) => this.#gitIn(folder) };
    try {
      const { detached = false, opening } = how;
      const onAdded = async (gitDir: string): Promise<void> => {
        if (opening !== undefined) await noteOpening(gitDir, opening);
      };
      const to = { directory, secretsFolder: this.#secretsOf(rescue), detached, onAdded };
      return { outcome: 'restored', restored: await restoreWorkTree(place, rescue, to) };
    } catch (error) {
      if (!(error instanceof RestoreRefused)) throw error;
      return { outcome: 'refused', reason: error.reason, said: error.message };
    }
  }

  async forget(rescues: readonly Rescue[]): Promise<void> {
    for (const rescue of rescues) {
      const time = rescue.ref.slice(rescue.ref.lastIndexOf('/') + 1);
      // First: as long as there is the reference, someone knows of them.
      const secrets = this.#secretsOf(rescue);
      const isOurs = (await isOwnFolder(this.#place.secretsFolder)) && (await isOwnFolder(secrets));
      if (isOurs) await rm(join(secrets, time), { recursive: true, force: true });
      await this.#git.run(['update-ref', '-d', rescue.ref, rescue.commit]);
    }
  }

  async distance(branch: string, base: string): Promise<{ ahead: number; behind: number }> {
    const range = `refs/heads/${branch}...${base}`;
    const counted = await this.#git.text(['rev-list', '--left-right', '--count', range, '--']);
    const [ahead = 0, behind = 0] = counted.trim().split('\t').map(Number);
    return { ahead, behind };
  }

  distances(pairs: readonly BranchPair[]): Promise<ReadonlyMap<string, BranchDistance>> {
    return branchDistances(this.#git, pairs);
  }

  rebase(directory: string, onto: string): Promise<RebaseAnswer> {
    return rebaseOnto(this.#gitIn(directory), directory, onto);
  }

  push(directory: string, branch: string): Promise<PushAnswer> {
    return pushBranch(this.#gitIn(directory), branch);
  }

  async hasMerges(branch: string, base: string): Promise<boolean> {
    const range = [`refs/heads/${branch}`, `^${base}`];
    return (await this.#git.text(['rev-list', '--merges', '--max-count=1', ...range, '--'])) !== '';
  }

  planMerge(request: Pick<MergeRequest, 'branch' | 'into' | 'way'>): Promise<MergePlan | undefined> {
    return planMerge(this.#git, request);
  }

  async leftBehind(directory: string, ignoredBytes: number): Promise<LeftFiles['leftBehind']> {
    if (gitDirectoryOf(directory) === undefined) return [];
    return (await listFiles({ git: this.#gitIn(directory), root: directory }, ignoredBytes)).leftBehind;
  }

  beginMerge(directory: string, branch: string, keepsClean: boolean): Promise<BegunMerge> {
    return beginMerge(this.#gitIn(directory), branch, keepsClean);
  }

  abandonMerge(directory: string): Promise<void> {
    return abandonMerge(this.#gitIn(directory));
  }

  conflicts(directory: string): Promise<readonly string[]> {
    return unmergedPaths(this.#gitIn(directory));
  }

  simulate(into: string, from: string): Promise<MergeSimulation> {
    return simulateMerge({ git: this.#git, commonDir: this.#place.commonDir }, into, from);
  }

  merge(request: MergeRequest): Promise<MergeAnswer> {
    const { commonDir, inThrowAwayTree } = this.#place;
    return mergeBranch({ commonDir, git: this.#git, gitIn: folder => this.#gitIn(folder), inThrowAwayTree }, request);
  }

  diskUse(directory: string, signal?: AbortSignal): Promise<DiskUse> {
    return diskUseOf(this.#gitIn(directory), directory, signal);
  }

  removeLeftovers(directory: string, paths: readonly string[]): Promise<readonly string[]> {
    return removeLeftovers(this.#gitIn(directory), directory, paths);
  }

  async changes(directory: string, base: string): Promise<{ from: string; files: FileHunks } | undefined> {
    const git = this.#gitIn(directory);
    const from = await git.line(['merge-base', 'HEAD', base]);
    return from === undefined ? undefined : { from, files: await changesSince(git, from) };
  }

  async changedFiles(
    directory: string,
    base: string,
  ): Promise<{ from: string; files: readonly PathChange[] } | undefined> {
    const git = this.#gitIn(directory);
    const from = await git.line(['merge-base', 'HEAD', base]);
    return from === undefined ? undefined : { from, files: await listChanges(git, from) };
  }

  async survey(lanes: readonly SurveyedLane[]): Promise<Survey> {
    const { survey, memory } = await surveyLanes(this.#surveyPlace(), lanes);
    this.#surveyed = memory;
    return survey;
  }

  predict(
    pairs: readonly (readonly [one: string, other: string])[],
    most: number,
  ): Promise<readonly (MergePrediction | 'later')[]> {
    return predictPairs(this.#surveyPlace(), pairs, most, this.#surveyed);
  }

  #surveyPlace(): SurveyPlace {
    const { commonDir, kept } = this.#place;
    const gitIn = (directory: string): GitProcess => this.#gitIn(directory);
    return { git: this.#git, gitIn, commonDir, kept, startOf: base => this.startOf(base) };
  }

  #secretsOf({ manifest }: Rescue): string {
    return join(this.#place.secretsFolder, manifest.lane);
  }

  async #commit(name: string): Promise<string | undefined> {
    const branch = await readBranch(this.#place.commonDir, name);
    if (branch !== undefined) return branch === 'absent' ? undefined : branch.value;
    return this.#git.line(['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`]);
  }

  /** What is read of a remote with it spares a fetch its own look. */
  #ignoresCase(): Promise<boolean> {
    this.#caseless ??= readLaneSettings(this.#git).then(
      ({ ignoresCase, hasRemote }) => {
        this.#sawRemote = hasRemote;
        return ignoresCase;
      },
      error => {
        // A setting that could not be read may be fixed by the next call.
        this.#caseless = undefined;
        throw error;
      },
    );
    return this.#caseless;
  }

  #gitIn(directory: string): GitProcess {
    return new GitProcess(directory, this.#place.environment);
  }
}
