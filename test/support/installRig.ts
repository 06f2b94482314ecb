import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach } from 'vitest';
import type { Agent, InstallScope } from '../../src/domain/agent/agent.js';
import { agents } from '../../src/domain/agent/agents.js';
import { isRefusal } from '../../src/domain/refusal/refusal.js';
import { applyPlan, type InstallPlan, planInstall, planUninstall } from '../../src/install/install.js';
import { type InstallPlace, projectPlace, userPlace } from '../../src/install/installPlace.js';
import type { InstallPart } from '../../src/install/wanted.js';

const made: string[] = [];

afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A home directory, which the caller removes. */
export function makeHome(name: string): string {
  return realpathSync(mkdtempSync(join(tmpdir(), `${name}-`)));
}

/** A home directory and a repository in it. */
export function makePlaces(): { home: string; root: string; place(scope: InstallScope): InstallPlace } {
  const home = makeHome('install');
  made.push(home);
  const root = join(home, 'code', 'shop');
  mkdirSync(join(root, '.git'), { recursive: true });
  return { home, root, place: scope => placeIn(scope, home, root) };
}

export function placeIn(scope: InstallScope, home: string, root: string): InstallPlace {
  const environment = { HOME: home };
  const found = scope === 'user' ? userPlace(environment) : projectPlace(root, environment);
  if (found === undefined) throw new Error('no home');
  return found;
}

/** What entries start. */
const program = {
  program: { file: '/opt/stateroom/dist/cli.mjs', version: '0.1.0' },
  runtime: { path: '/opt/node/bin/node', isElectron: false },
};

export const named = (...names: string[]): Agent[] => agents.filter(({ harness }) => names.includes(harness));
export const connectable = agents.filter(({ connection }) => connection !== undefined);

export async function planned(
  place: InstallPlace,
  chosen: readonly Agent[] = connectable,
  {
    without,
    known = agents,
    version = '0.1.0',
    overwrites = false,
  }: { without?: readonly InstallPart[]; known?: readonly Agent[]; version?: string; overwrites?: boolean } = {},
): Promise<InstallPlan> {
  const plan = await planInstall(place, {
    ...{ agents: chosen, known, without, overwrites },
    program: { ...program, program: { ...program.program, version } },
  });
  if (isRefusal(plan)) throw new Error(JSON.stringify(plan));
  return plan;
}

export async function install(...args: Parameters<typeof planned>): Promise<InstallPlan> {
  const plan = await planned(...args);
  await applyPlan(plan);
  return plan;
}

export async function uninstall(place: InstallPlace, known = agents): Promise<InstallPlan> {
  const plan = await planUninstall(place, known);
  if (plan === undefined || isRefusal(plan)) throw new Error(JSON.stringify(plan));
  await applyPlan(plan);
  return plan;
}

/** Every file, folder and link below a folder, with its bytes and its mode. */
export function treeOf(folder: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const each of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    const path = join(folder, each);
    const stat = lstatSync(path);
    const content = stat.isSymbolicLink()
      ? `-> ${readlinkSync(path)}`
      : stat.isFile()
        ? readFileSync(path).toString('latin1')
        : 'folder';
    found[each] = `${(stat.mode & 0o777).toString(8)} ${content}`;
  }
  return found;
}

export function write(path: string, text: string | Uint8Array, mode = 0o644): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  chmodSync(path, mode);
}

export const read = (path: string): string => readFileSync(path, 'utf8');

/** What a plan does with the pieces of the files whose names end like this. */
export const states = (plan: InstallPlan, end: string): string[] =>
  plan.files.filter(({ shown }) => shown.endsWith(end)).flatMap(({ pieces }) => pieces.map(({ state }) => state));

/** The files that a plan leaves alone, and why. */
export const problems = (plan: InstallPlan): Record<string, string> =>
  Object.fromEntries(plan.files.flatMap(({ shown, problem }) => (problem === undefined ? [] : [[shown, problem]])));
