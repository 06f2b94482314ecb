import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { userPlace } from '../../../install/installPlace.js';
import type { InstalledProgram } from '../../../install/wanted.js';
import { findOnPath } from '../../../platform/isOnPath.js';
import { ownRuntime, type ShimProgram, type ShimRuntime } from '../../../platform/shim.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** Minimum major version of Node.js for the program. */
const minVersion = 20;

/** The program for entries and its runtime: Node.js from the PATH, which starts faster, else this editor. */
export async function installedProgram(variables: Environment, program: ShimProgram): Promise<InstalledProgram> {
  return { program, runtime: (await nodeOnPath(variables.PATH)) ?? ownRuntime() };
}

/** Points the launcher of an earlier install at this program, unless the launcher was edited. */
export async function renewLauncher(variables: Environment, program: ShimProgram): Promise<void> {
  const place = userPlace(variables);
  if (place === undefined) return;
  const { applyPlan, planLauncher } = await (await import('../../programs.js')).loadInstaller();
  const plan = await planLauncher(place, await installedProgram(variables, program));
  if (plan !== undefined) await applyPlan(plan);
}

async function nodeOnPath(path: string | undefined): Promise<ShimRuntime | undefined> {
  const node = findOnPath('node', path);
  if (node === undefined) return undefined;
  try {
    const { stdout } = await promisify(execFile)(node, ['--version'], { timeout: 5000, windowsHide: true });
    const major = Number(/^v(\d+)\./.exec(stdout)?.[1]);
    return major >= minVersion ? { path: node, isElectron: false } : undefined;
  } catch {
    return undefined;
  }
}
