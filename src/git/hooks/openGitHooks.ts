import { existsSync } from 'node:fs';
import { readdir, readFile, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { refreshFile, writeFileAtomically } from '../../platform/files.js';
import { namesInOwnFolder } from '../../platform/ownFolder.js';
import { type ShimProgram, writeShim } from '../../platform/shim.js';
import { GitProcess } from '../gitProcess.js';
import { storeDirectoryName } from '../repositoryLocation.js';
import { type GitHooks, type HookChange, type HookName, type HookStatus, hookNames } from './gitHooks.js';
import { findHookManager, lefthookFile } from './hookManager.js';
import { chainingScript, mark, passedHooks, passingScript, plainScript, runScript } from './hookScript.js';
import { hasOurLines, withOurLines, withoutOurLines } from './huskyLines.js';
import { lefthookText, scriptText } from './managerText.js';
import { isMovedFolder } from './missedHooks.js';

export interface HookPlace {
  /** Absolute path of the worktree root. */
  readonly root: string;
  readonly commonDir: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** What the hooks start. */
  readonly program: ShimProgram;
}

/** The hooks of a repository. Cheap: nothing is read before a method is called. */
export function openGitHooks(place: HookPlace): GitHooks {
  return new InstalledHooks(place);
}

class InstalledHooks implements GitHooks {
  readonly #root: string;
  readonly #commonDir: string;
  readonly #program: ShimProgram;
  readonly #git: GitProcess;
  /** Our folder: what hooks call, and, where no one else looks after hooks, what `core.hooksPath` points to. */
  readonly #folder: string;

  constructor({ root, commonDir, environment, program }: HookPlace) {
    this.#root = root;
    this.#commonDir = commonDir;
    this.#program = program;
    this.#git = new GitProcess(root, environment);
    this.#folder = join(commonDir, storeDirectoryName, 'hooks');
  }

  async status(): Promise<HookStatus> {
    const hooksPath = await this.#hooksPath();
    const manager = findHookManager(this.#root, this.#commonDir, hooksPath, this.#folder);
    const runs = existsSync(join(this.#folder, 'run'));
    const hooks = await Promise.all(
      hookNames.map(async name => ({ name, installed: runs && (await this.#isInstalled(name, manager, hooksPath)) })),
    );
    const missing = hooks.filter(({ installed }) => !installed).map(({ name }) => name);
    return { manager, hooksPath, hooks, toDo: runs ? this.#toDo(manager, hooksPath, missing) : [] };
  }

  async install(): Promise<HookChange> {
    const { manager } = await this.status();
    let changed = await writeShim(join(this.#commonDir, storeDirectoryName), this.#program);
    const put = async (path: string, text: string) => {
      const inStore = dirname(path) === this.#folder;
      changed = (await refreshFile(path, text, { mode: 0o755, inStore })) || changed;
    };
    await put(join(this.#folder, 'run'), runScript);
    if (manager === 'git') {
      for (const name of hookNames) await put(join(this.#folder, name), chainingScript);
      for (const name of await this.#passed()) await put(join(this.#folder, name), passingScript);
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
    // What someone else put there keeps the folder.
    await rmdir(this.#folder).catch(() => undefined);
    return { ...(await this.status()), changed };
  }

  /** Hooks that are passed on: the usual ones, as they may be added later, and all that are there. */
  async #passed(): Promise<string[]> {
    const present = await namesIn(join(this.#commonDir, 'hooks'));
    const others = present.filter(
      name => /^[a-z0-9-]+$/.test(name) && !(hookNames as readonly string[]).includes(name),
    );
    return [...new Set([...passedHooks, ...others])];
  }

  #hooksPath(): Promise<string | undefined> {
    // A call without hooks would answer with its own setting.
    return this.#git.line(['config', '--get', '--type=path', 'core.hooksPath'], { runsHooks: true });
  }

  async #pointHere(): Promise<boolean> {
    if ((await this.#hooksPath()) === this.#folder) return false;
    await this.#git.run(['config', '--local', 'core.hooksPath', this.#folder]);
    return true;
  }

  async #isInstalled(name: HookName, manager: HookStatus['manager'], hooksPath: string | undefined): Promise<boolean> {
    // An earlier version may have passed this hook on, which runs nothing of ours.
    const calls = async () => (await readOrEmpty(join(this.#folder, name))).includes('"$here/run"');
    if (manager === 'git') return hooksPath === this.#folder && (await calls());
    if (manager === 'husky') return hasOurLines(await readOrEmpty(this.#huskyFile(name)), name);
    if (manager === 'lefthook') {
      return hasOurLines(await readOrEmpty(join(this.#root, lefthookFile(this.#root) ?? 'lefthook.yml')), name);
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
      return missing.map(name => ({ file: this.#othersFile(name, hooksPath), text: scriptText(name) }));
    }
    if (manager !== 'pre-commit') return [];
    return missing.map(name => ({ file: join(this.#commonDir, 'hooks', name), text: scriptText(name) }));
  }

  #othersFile(name: HookName, hooksPath: string | undefined): string {
    return join(resolve(this.#root, hooksPath ?? ''), name);
  }

  /** Where a hook of ours can stand beside pre-commit's: it runs a script of this name that was there before itself. */
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

  async #addToHusky(name: HookName): Promise<boolean> {
    const file = this.#huskyFile(name);
    const text = await readFile(file, 'utf8').catch(() => undefined);
    const wanted = withOurLines(text, name);
    if (wanted === text) return false;
    await writeFileAtomically(file, wanted, { mode: await modeOf(file) });
    return true;
  }

  async #takeFromHusky(name: HookName): Promise<boolean> {
    const file = this.#huskyFile(name);
    const text = await readFile(file, 'utf8').catch(() => undefined);
    if (text === undefined) return false;
    const wanted = withoutOurLines(text);
    if (wanted === text) return false;
    const mode = await modeOf(file);
    if (wanted === undefined) await rm(file);
    else await writeFileAtomically(file, wanted, { mode });
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
  // A pipe would be waited for.
  if ((await stat(path).catch(() => undefined))?.isFile() !== true) return '';
  return (await readFile(path, 'utf8').catch(() => undefined)) ?? '';
}

/** A file that there is keeps its mode; a new one may be run. */
async function modeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.mode ?? 0o755;
}
