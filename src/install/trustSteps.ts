import { basename, dirname, sep } from 'node:path';
import { agents as allAgents } from '../domain/agent/agents.js';
import { connectionName } from '../domain/agent/serverProgram.js';
import type { RepositoryLocation } from '../git/repositoryLocation.js';
import { textOfRegularFile } from '../platform/regularFile.js';
import { sha256 } from '../platform/sha256.js';
import { readJson, sorted } from './editJson.js';
import { readToml } from './editToml.js';
import { type InstallPlace, pathOf, userPlace } from './installPlace.js';
import { readTarget } from './targetFile.js';

/** A step that only the agent's user can take. */
export interface TrustStep {
  readonly agent: string;
  readonly title: string;
  readonly step: string;
  /** True or false according to the agent's own files; undefined if their format is unknown. */
  readonly done: boolean | undefined;
}

type Values = Readonly<Record<string, unknown>>;

interface Look {
  /** Reads a person's file; throws if it cannot be read. */
  values(file: string): Promise<Values>;
  /** Reads a JSON file of the install's scope. */
  placeValues(file: string): Promise<Values>;
  /** Roots of the worktree and of the main one; empty outside a repository. */
  readonly roots: readonly string[];
  path(name: string): string;
}

class UnknownForm extends Error {}

interface Rule {
  readonly harness: string;
  readonly scopes: readonly InstallPlace['scope'][];
  /** The installed part that requires the step. */
  readonly part: 'mcp' | 'hooks';
  readonly step: string;
  isDone(look: Look, scope: InstallPlace['scope']): Promise<boolean>;
}

const rules: readonly Rule[] = [
  {
    harness: 'gemini',
    scopes: ['user', 'project'],
    part: 'mcp',
    step: 'Trust the folder: start `gemini` here once.',
    isDone: async look => !(await asksGemini(look)) || isTrustedByGemini(look),
  },
  {
    harness: 'qwen',
    scopes: ['project'],
    part: 'mcp',
    step: 'Approve the server: run `qwen mcp approve stateroom` here once.',
    isDone: async ({ values, placeValues, roots }) => {
      const approvals = await values('~/.qwen/mcpApprovals.json');
      const entry = objectAt(objectAt(await placeValues('.qwen/settings.json'), 'mcpServers'), connectionName);
      const hash = hashForQwen(entry);
      return roots.some(root => {
        const approval = objectAt(objectAt(approvals, root), connectionName);
        return approval.status === 'approved' && approval.hash === hash;
      });
    },
  },
  {
    harness: 'copilot',
    scopes: ['project'],
    part: 'mcp',
    step: 'Trust the folder: start `copilot` here once.',
    isDone: async ({ values, roots }) => {
      const config = await values('~/.copilot/config.json');
      const folders = config.trustedFolders ?? config.trusted_folders ?? [];
      if (!Array.isArray(folders)) throw new UnknownForm();
      return roots.some(root => folders.some(folder => isWithin(root, folder)));
    },
  },
  {
    harness: 'codex',
    scopes: ['project'],
    part: 'mcp',
    step: 'Trust the repository: start `codex` here once.',
    isDone: async ({ values, roots }) => {
      const projects = objectAt(await values('~/.codex/config.toml'), 'projects');
      return roots.some(root => objectAt(projects, root).trust_level === 'trusted');
    },
  },
  {
    harness: 'codex',
    scopes: ['user', 'project'],
    part: 'hooks',
    step: 'Review the hooks: start `codex` here and enter `/hooks`.',
    isDone: (look, scope) => areReviewedInCodex(look, scope === 'user' ? '~/.codex/hooks.json' : '.codex/hooks.json'),
  },
  {
    harness: 'claude-code',
    scopes: ['project'],
    part: 'mcp',
    step: 'Trust the folder: start `claude` here once.',
    isDone: async ({ values, roots }) => {
      const projects = objectAt(await values('~/.claude.json'), 'projects');
      return roots.some(root => objectAt(projects, root).hasTrustDialogAccepted === true);
    },
  },
];

/** Returns the steps that the agents' users still have to take here, as far as files show it. Writes nothing. */
export async function trustSteps(
  place: InstallPlace,
  installed: readonly { readonly part: string | undefined; readonly agents: readonly string[] }[],
  roots: readonly string[],
): Promise<readonly TrustStep[]> {
  const steps = rules.map(async ({ harness, scopes, part, step, isDone }): Promise<TrustStep[]> => {
    const { title, connection } = allAgents.find(agent => agent.harness === harness) ?? {};
    const isInstalled = installed.some(piece => piece.part === part && piece.agents.includes(harness));
    // Trust is granted per folder, so outside a repository there is nothing to check.
    const isOpen = scopes.includes(place.scope) && (roots.length > 0 || part === 'hooks');
    if (title === undefined || connection === undefined || !isInstalled || !isOpen) return [];
    const path = (name: string) => pathOf(place, name, connection);
    const values = async (file: string) => {
      const read = textOfRegularFile(pathOf(userPlace(place.environment) ?? place, file, connection));
      const text = (await read) ?? '';
      return file.endsWith('.toml') ? readToml(text) : readJson(text);
    };
    const placeValues = async (file: string) => {
      const target = await readTarget(place, path(file), { mayBeReadOnly: true });
      if ('problem' in target) throw new UnknownForm();
      return readJson(target.text ?? '');
    };
    try {
      return [{ agent: harness, title, step, done: await isDone({ values, placeValues, roots, path }, place.scope) }];
    } catch {
      return [{ agent: harness, title, step, done: undefined }];
    }
  });
  return (await Promise.all(steps)).flat();
}

/** Agents identify a repository by the worktree's or the main root; empty without a worktree. */
export function rootsIn({ commonDir, worktreeRoot }: RepositoryLocation): readonly string[] {
  if (worktreeRoot === undefined) return [];
  return [worktreeRoot, ...(basename(commonDir) === '.git' ? [dirname(commonDir)] : [])];
}

/** Gemini trusts every folder if folder trust is turned off. */
async function asksGemini({ values }: Look): Promise<boolean> {
  const settings = await values('~/.gemini/settings.json');
  return objectAt(objectAt(settings, 'security'), 'folderTrust').enabled !== false;
}

/** The rule with the longest path decides. */
async function isTrustedByGemini({ values, roots: [root = ''] }: Look): Promise<boolean> {
  const found = Object.entries(await values('~/.gemini/trustedFolders.json'))
    .filter(([path, level]) => isWithin(root, level === 'TRUST_PARENT' ? dirname(path) : path))
    .sort(([one], [other]) => other.length - one.length)[0]?.[1];
  if (found === undefined || found === 'DO_NOT_TRUST') return false;
  if (found === 'TRUST_FOLDER' || found === 'TRUST_PARENT') return true;
  throw new UnknownForm();
}

/** Qwen approves the entry as it was at the time, without its descriptive fields. */
function hashForQwen({ scope, extensionName, description, ...entry }: Values): string {
  return sha256(JSON.stringify(entry, sorted));
}

/** Codex stores a hash per reviewed hook by file, event and position, and skips a changed hook. */
async function areReviewedInCodex({ values, placeValues, path }: Look, file: string): Promise<boolean> {
  const state = objectAt(objectAt(await values('~/.codex/config.toml'), 'hooks'), 'state');
  const lists = objectAt(await placeValues(file), 'hooks');
  return Object.entries(lists).every(([event, list]) => {
    if (!Array.isArray(list)) throw new UnknownForm();
    const name = event.replace(/\B[A-Z]/g, '_$&').toLowerCase();
    return list.every(
      (hook: Values, index) =>
        !JSON.stringify(hook).includes('agent-hook codex') ||
        objectAt(state, `${path(file)}:${name}:${index}:0`).trusted_hash === hashForCodex(name, hook),
    );
  });
}

/** Hashes a group with one command as Codex does: its event and fields, with the defaults of missing ones. */
function hashForCodex(event: string, { matcher, hooks }: Values): string {
  const [command] = Array.isArray(hooks) ? (hooks as readonly Values[]) : [];
  const identity = {
    event_name: event,
    ...(matcher === undefined ? {} : { matcher }),
    hooks: [{ async: false, timeout: 600, ...command }],
  };
  return `sha256:${sha256(JSON.stringify(identity, sorted))}`;
}

/** Empty if missing. Throws `UnknownForm` for any other value. */
function objectAt(values: Values, key: string): Values {
  const value = Object.hasOwn(values, key) ? values[key] : {};
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new UnknownForm();
  return value as Values;
}

function isWithin(path: string, folder: unknown): boolean {
  if (typeof folder !== 'string') throw new UnknownForm();
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
