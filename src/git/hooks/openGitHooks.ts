import { existsSync } from 'node:fs';
import { mkdir, readdir, realpath, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { type FileOwner, refreshFile, writeFileAtomically } from '../../platform/files.js';
import { namesInOwnFolder } from '../../platform/ownFolder.js';
import { readRegularFile, textOfRegularFile } from '../../platform/regularFile.js';
import { type ShimProgram, writeShim } from '../../platform/shim.js';
import { GitProcess } from '../gitProcess.js';
import { storeDirectoryName } from '../repositoryLocation.js';
import { trespassOf } from '../trespass.js';
import {
  type GitHooks,
  type HookChange,
  type HookFileRefused,
  type HookName,
  type HookStatus,
  hookNames,
} from './gitHooks.js';
import { findHookManager, isMovedFolder, lefthookFile } from './hookManager.js';
import { isShellScript } from './hookReach.js';
import { chainingScript, mark, passedHooks, passingScript, plainScript, runScript, scriptLines } from './hookScript.js';
import { faultsInWorkTrees, hooksPathOf, type Tried, tryHooks } from './hookTrial.js';
import { hasOurLines, withOurLines, withoutOurLines } from './huskyLines.js';
import { lefthookText } from './managerText.js';

export interface HookPlace {
  readonly root: string;
  readonly commonDir: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly program: ShimProgram;
}

/** Does no I/O before a method is called. */
export function openGitHooks(place: HookPlace): GitHooks {
  return new InstalledHooks(place);
}

class InstalledHooks implements GitHooks {
  readonly #root: string;
  readonly #commonDir: string;
  readonly #program: ShimProgram;
  readonly #git: GitProcess;
  /** Called by hooks of a manager; without one, `core.hooksPath` points to it. */
  readonly #folder: string;

  constructor({ root, commonDir, environment, program }: HookPlace) {
    this.#root = root;
    this.#commonDir = commonDir;
    this.#program = program;
    this.#git = new GitProcess(root, environment);
    this.#folder = join(commonDir, storeDirectoryName, 'hooks');
  }

  async status(): Promise<HookStatus> {
    const { manager, hooksPath } = await this.#found();
    const runs = existsSync(join(this.#folder, 'run'));
    const inPlace = await Promise.all(
      hookNames.map(async name => runs && (await this.#isInstalled(name, manager, hooksPath))),
    );
    const missing = hookNames.filter((_, index) => !inPlace[index]);
    if (!runs) {
      const hooks = hookNames.map(name => ({ name, installed: false, fault: undefined, untried: undefined }));
      return { manager, hooksPath, hooks, inWorkTrees: [], toDo: [] };
    }
    const place = { root: this.#root, commonDir: this.#commonDir, manager, hooksPath };
    const outcomes = await tryHooks(this.#git, place, hookNames);
    // Missing hooks are reported as missing, not as faulty.
    const faultOf = (name: HookName, outcome: Tried | undefined) =>
      typeof outcome !== 'object' || (missing.includes(name) && ['noLines', 'noFile'].includes(outcome.why))
        ? undefined
        : outcome;
    const inWorkTrees = await faultsInWorkTrees(this.#git, place);
    return {
      manager,
      hooksPath,
      hooks: hookNames.map(name => {
        const outcome = outcomes.get(name);
        const installed = !missing.includes(name);
        const untried = installed && typeof outcome === 'string' && outcome !== 'runs' ? outcome : undefined;
        return { name, installed, fault: faultOf(name, outcome), untried };
      }),
      inWorkTrees: inWorkTrees.filter(({ name, fault }) => faultOf(name, fault) !== undefined),
      toDo: this.#toDo(manager, hooksPath, missing),
    };
  }

  async install(): Promise<HookChange | HookFileRefused> {
    const { manager } = await this.#found();
    const refused = manager === 'husky' ? await this.#refusedOfHusky() : undefined;
    if (refused !== undefined) return refused;
    let changed = await writeShim(join(this.#commonDir, storeDirectoryName), this.#program);
    const put = async (path: string, text: string) => {
      const inStore = dirname(path) === this.#folder;
      changed = (await refreshFile(path, text, { mode: 0o755, inStore })) || changed;
    };
    await put(join(this.#folder, 'run'), runScript);
    if (manager === 'git') {
      await this.#makeRoom();
      const placed = async (name: string, text: string) => {
        const path = join(this.#folder, name);
        if (!existsSync(path) || (await isOurs(path))) await put(path, text);
      };
      for (const name of hookNames) await placed(name, chainingScript);
      for (const name of await this.#passed()) await placed(name, passingScript);
      changed = (await this.#pointHere()) || changed;
    }
    if (manager === 'husky') for (const name of hookNames) changed = (await this.#addToHusky(name)) || changed;
    if (manager === 'pre-commit') {
      for (const name of hookNames) {
        const slot = await this.#freeSlot(name);
        if (slot !== undefined) await put(slot, plainScript(name));
      }
    }
    return { ...(await this.status()), changed };
  }

  async uninstall(): Promise<HookChange> {
    let changed = false;
    const take = async (path: string) => {
      if (!(await isOurs(path))) return;
      await rm(path);
      changed = true;
    };
    const hooksPath = await this.#hooksPath();
    if (hooksPath === this.#folder || (hooksPath !== undefined && isMovedFolder(hooksPath))) {
      await this.#git.run(['config', '--local', '--unset', 'core.hooksPath']);
      changed = true;
    }
    for (const name of hookNames) {
      for (const slot of this.#slots(name)) await take(slot);
      changed = (await this.#takeFromHusky(name)) || changed;
    }
    for (const name of await namesInOwnFolder(this.#folder)) await take(join(this.#folder, name));
    // Fails, and keeps the folder, if files of others are in it.
    await rmdir(this.#folder).catch(() => undefined);
    return { ...(await this.status()), changed };
  }

  /** Moves hooks that simple-git-hooks and others wrote to our folder (`core.hooksPath`) to git's own; ours run them there. */
  async #makeRoom(): Promise<void> {
    for (const name of [...hookNames, ...passedHooks]) {
      const path = join(this.#folder, name);
      const target = join(this.#commonDir, 'hooks', name);
      if (!existsSync(path) || (await isOurs(path)) || existsSync(`${target}.old`)) continue;
      await mkdir(dirname(target), { recursive: true });
      if (existsSync(target)) await rename(target, `${target}.old`);
      await rename(path, target);
    }
  }

  /** The usual hooks, which may be added later, and all that exist. */
  async #passed(): Promise<string[]> {
    const present = await namesIn(join(this.#commonDir, 'hooks'));
    const others = present.filter(
      name => /^[a-z0-9-]+$/.test(name) && !(hookNames as readonly string[]).includes(name),
    );
    return [...new Set([...passedHooks, ...others])];
  }

  async #found() {
    const hooksPath = await this.#hooksPath();
    return { hooksPath, manager: findHookManager(this.#root, this.#commonDir, hooksPath, this.#folder) };
  }

  #hooksPath(): Promise<string | undefined> {
    return hooksPathOf(this.#git);
  }

  async #pointHere(): Promise<boolean> {
    if ((await this.#hooksPath()) === this.#folder) return false;
    await this.#git.run(['config', '--local', 'core.hooksPath', this.#folder]);
    return true;
  }

  async #isInstalled(name: HookName, manager: HookStatus['manager'], hooksPath: string | undefined): Promise<boolean> {
    // A passing script of an earlier version calls nothing of ours.
    const calls = async () => (await readOrEmpty(join(this.#folder, name))).includes('"$here/run"');
    if (manager === 'git') return hooksPath === this.#folder && (await calls());
    if (manager === 'husky') return hasOurLines(await this.#textInWorktree(this.#huskyFile(name)), name);
    if (manager === 'lefthook') {
      const file = join(this.#root, lefthookFile(this.#root) ?? 'lefthook.yml');
      return hasOurLines(await this.#textInWorktree(file), name);
    }
    if (manager === 'other') return hasOurLines(await readOrEmpty(this.#othersFile(name, hooksPath)), name);
    for (const slot of this.#slots(name)) if (await isOurs(slot)) return true;
    return false;
  }

  #toDo(manager: HookStatus['manager'], hooksPath: string | undefined, missing: readonly HookName[]) {
    if (missing.length === 0) return [];
    if (manager === 'lefthook')
      return [{ file: lefthookFile(this.#root) ?? 'lefthook.yml', text: lefthookText(missing) }];
    if (manager === 'other') {
      return this.#scriptsToDo(missing, name => this.#othersFile(name, hooksPath));
    }
    if (manager === 'husky') return this.#scriptsToDo(missing, name => this.#huskyFile(name));
    if (manager !== 'pre-commit') return [];
    return this.#scriptsToDo(missing, name => join(this.#commonDir, 'hooks', name));
  }

  /** A new script needs the first line: git does not run it everywhere without. */
  #scriptsToDo(missing: readonly HookName[], fileOf: (name: HookName) => string) {
    return missing.map(name => {
      const file = fileOf(name);
      return { file, text: `${existsSync(file) ? '' : '#!/bin/sh\n'}${scriptLines(name)}` };
    });
  }

  #othersFile(name: HookName, hooksPath: string | undefined): string {
    return join(resolve(this.#root, hooksPath ?? ''), name);
  }

  /** Places for our hook beside pre-commit's, which runs an earlier script of this name first. */
  #slots(name: HookName): string[] {
    const file = join(this.#commonDir, 'hooks', name);
    return [file, `${file}.legacy`];
  }

  async #freeSlot(name: HookName): Promise<string | undefined> {
    const slots = this.#slots(name);
    for (const slot of slots) if (await isOurs(slot)) return slot;
    return slots.find(slot => !existsSync(slot));
  }

  #huskyFile(name: HookName): string {
    return join(this.#root, '.husky', name);
  }

  /** Resolves a link in the worktree, so that writing keeps it. */
  async #realHuskyFile(name: HookName): Promise<string> {
    const file = this.#huskyFile(name);
    return realpath(file).catch(() => file);
  }

  async #textInWorktree(file: string): Promise<string> {
    return (await trespassOf(this.#root, file)) === undefined ? readOrEmpty(file) : '';
  }

  /** Finds the first husky file that is outside of the worktree: a repository may bring links along. */
  async #refusedOfHusky(): Promise<HookFileRefused | undefined> {
    for (const name of hookNames) {
      const path = this.#huskyFile(name);
      const file = `.husky/${name}`;
      if ((await trespassOf(this.#root, path)) !== undefined) return { refusedFile: file, why: 'elsewhere' };
      const read = await readRegularFile(path).catch(() => ({ problem: 'cannot be read' }));
      if (read !== undefined && 'problem' in read) return { refusedFile: file, why: 'notRead' };
      const found = await stat(path).catch(() => undefined);
      if (found !== undefined && found.nlink > 1) return { refusedFile: file, why: 'hardLink' };
    }
    return undefined;
  }

  async #addToHusky(name: HookName): Promise<boolean> {
    const file = await this.#realHuskyFile(name);
    const text = await textIn(file);
    // Shell lines would break another interpreter's script.
    if (!isShellScript(text ?? '')) return false;
    const wanted = withOurLines(text, name);
    if (wanted === text) return false;
    await writeFileAtomically(file, wanted, await modeAndOwner(file));
    return true;
  }

  async #takeFromHusky(name: HookName): Promise<boolean> {
    // Files outside of the worktree were never written.
    if ((await trespassOf(this.#root, this.#huskyFile(name))) !== undefined) return false;
    const file = await this.#realHuskyFile(name);
    const text = await textIn(file);
    if (text === undefined) return false;
    const wanted = withoutOurLines(text);
    if (wanted === text) return false;
    if (wanted === undefined) await rm(file);
    else await writeFileAtomically(file, wanted, await modeAndOwner(file));
    return true;
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}

async function isOurs(path: string): Promise<boolean> {
  return (await readOrEmpty(path)).includes(mark);
}

async function readOrEmpty(path: string): Promise<string> {
  return (await textIn(path)) ?? '';
}

async function textIn(path: string): Promise<string | undefined> {
  return textOfRegularFile(path).catch(() => undefined);
}

/** New hooks are executable. */
async function modeAndOwner(path: string): Promise<{ mode: number; owner?: FileOwner }> {
  const found = await stat(path).catch(() => undefined);
  return found === undefined ? { mode: 0o755 } : { mode: found.mode, owner: found };
}
