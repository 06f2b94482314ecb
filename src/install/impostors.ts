import { basename, isAbsolute, relative } from 'node:path';
import { hookClients } from '../agentHooks/hookClients.js';
import type { Agent } from '../domain/agent/agent.js';
import { connectionName } from '../domain/agent/serverProgram.js';
import { leadsOut } from '../platform/leadsOut.js';
import { readJson } from './editJson.js';
import { readToml } from './editToml.js';
import { CannotEdit, type Piece } from './piece.js';

/** An entry or hook in a repository's file that uses Stateroom's name but starts another program. */
export interface Impostor {
  readonly part: 'mcp' | 'hooks';
  /** The command as written there; untrusted text. */
  readonly starts: string;
}

type Values = Readonly<Record<string, unknown>>;

/** Maps the repository files with entries and hooks of these agents to the harness that reads each. */
export function filesOfPrograms(agents: readonly Agent[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { harness, connection } of agents) {
    if (connection === undefined) continue;
    const { projectFile } = connection.entry({ programName: connectionName }, false);
    for (const name of [projectFile, projectFile && connection.otherFile, connection.hooks?.project]) {
      if (name) found.set(name, harness);
    }
  }
  return found;
}

/** Empty if the file cannot be parsed. */
export function impostorsIn(root: string, name: string, text: string): readonly Impostor[] {
  try {
    const values: Values = name.endsWith('.toml') ? readToml(text) : readJson(text.replace(/^\ufeff/, ''));
    return [
      ...entriesIn(values).flatMap(entry => {
        const starts = otherStartOf(root, entry);
        return starts === undefined ? [] : [{ part: 'mcp' as const, starts }];
      }),
      ...hooksIn(values).flatMap(hook => {
        const starts = otherCommandOf(root, hook, name);
        return starts === undefined ? [] : [{ part: 'hooks' as const, starts }];
      }),
    ];
  } catch (error) {
    if (error instanceof CannotEdit) return [];
    throw error;
  }
}

/** Undefined if the piece starts Stateroom; `found` is the result of its editor. */
export function otherStartIn(root: string, name: string, piece: Piece, found: string): string | undefined {
  if (piece.kind === 'json' || piece.kind === 'toml') return otherStartOf(root, JSON.parse(found));
  if (piece.kind === 'member')
    return otherCommandOf(root, { event: piece.keys.at(-1) ?? '', value: JSON.parse(found) }, name);
  return impostorsIn(root, name, found)[0]?.starts;
}

const serverKeys = ['mcpServers', 'mcp_servers', 'servers', 'mcp'];

function entriesIn(values: Values): unknown[] {
  return serverKeys.flatMap(key => {
    const servers = values[key];
    return isValues(servers) && Object.hasOwn(servers, connectionName) ? [servers[connectionName]] : [];
  });
}

/** Undefined for `stateroom mcp` from the PATH or its install location. */
function otherStartOf(root: string, entry: unknown): string | undefined {
  if (!isValues(entry)) return JSON.stringify(entry);
  const address = [entry.url, entry.httpUrl, entry.serverUrl].find(each => typeof each === 'string');
  if (typeof address === 'string') return address;
  const words = [entry.command, entry.args].flat().filter(each => typeof each === 'string');
  const [program = '', verb] = words;
  const variables = [entry.env, entry.environment].flatMap(each => (isValues(each) ? Object.keys(each) : []));
  const changing = variables.filter(name => !harmless.has(name));
  if (entry.cwd !== undefined) changing.push('cwd');
  if (isOwnProgram(root, program) && verb === 'mcp' && changing.length === 0) return undefined;
  return withChanges(words.join(' '), changing);
}

function withChanges(line: string, changes: readonly string[]): string {
  return changes.length === 0 ? line : `${line} (with ${changes.join(', ')})`;
}

/** Variables that do not affect the program, its repository or its identity. */
const harmless = new Set(['STATEROOM_MODEL']);

/** True for a name to be searched in the PATH, or an absolute path outside the repository. */
function isOwnProgram(root: string, program: string): boolean {
  if (program === connectionName) return true;
  return (
    isAbsolute(program) && /^stateroom(?:\.cmd|\.exe)?$/.test(basename(program)) && leadsOut(relative(root, program))
  );
}

interface RegisteredHook {
  readonly event: string;
  readonly value: unknown;
}

function hooksIn({ hooks }: Values): RegisteredHook[] {
  if (!isValues(hooks)) return [];
  return Object.entries(hooks).flatMap(([event, list]) => [list].flat().map(value => ({ event, value })));
}

/** Command of a hook with Stateroom's marker, or in a Stateroom file, that starts something else or not always. */
function otherCommandOf(root: string, { event, value: hook }: RegisteredHook, name: string): string | undefined {
  const isOurFile = /(?:^|\/)stateroom\.json$/.test(name);
  const marked = JSON.stringify(hook) ?? '';
  const client = hookClients.find(each => marked.includes(`agent-hook ${each.name} `));
  if (client === undefined && !isOurFile) return undefined;
  const commands = commandsIn(hook);
  const others = commands.filter(command => !isOwnCommand(root, command));
  const own = commands.find(command => !others.includes(command));
  if (own === undefined) return isOurFile ? others[0] : (others[0] ?? marked);
  // A team's own command beside ours does not use our name.
  const other = isOurFile ? others[0] : others.find(command => command.includes('agent-hook '));
  if (other !== undefined) return other;
  const changes = changesOf(hook, event, own, client?.events[event]?.matcher);
  return changes.length === 0 ? undefined : withChanges(own, changes);
}

/** Returns the fields that keep our command from running on its event or for its tools. */
function changesOf(hook: unknown, event: string, own: string, expected: string | undefined): string[] {
  const { matcher } = isValues(hook) ? hook : {};
  const isAll = matcher === undefined || matcher === '' || matcher === '*';
  const around = objectsAround(hook, own);
  const types = around.map(({ type }) => type).filter(type => type !== undefined && type !== 'command');
  return [
    ...(isAll || matcher === expected ? [] : [`matcher ${String(matcher)}`]),
    ...types.map(type => `type ${String(type)}`),
    ...around.flatMap(keepingBack),
    ...(/ agent-hook [a-z-]+ ([A-Za-z]+)/.exec(own)?.[1] === event ? [] : [`event ${event}`]),
  ];
}

/** Returns the keys by which a hook is disabled, conditional or not awaited, so that it could not refuse anything. */
function keepingBack({ disabled, enabled, if: condition, async }: Values): string[] {
  return [
    ...(disabled === undefined || disabled === false ? [] : ['disabled']),
    ...(enabled === false ? ['enabled false'] : []),
    ...(condition === undefined ? [] : [`if ${typeof condition === 'string' ? condition : JSON.stringify(condition)}`]),
    ...(async === undefined || async === false ? [] : ['async']),
  ];
}

/** Returns the object with this command and the objects around it, outermost first. */
function objectsAround(value: unknown, command: string): Values[] {
  if (Array.isArray(value)) return value.flatMap(each => objectsAround(each, command));
  if (!isValues(value)) return [];
  const inner = Object.values(value);
  if (inner.includes(command)) return [value];
  const within = inner.flatMap(each => objectsAround(each, command));
  return within.length === 0 ? [] : [value, ...within];
}

/** Commands as written by this version and earlier ones. */
const ownCommand =
  /^(?:if command -v stateroom >\/dev\/null 2>&1; then (?=stateroom .*; fi$))?(?:"([^"$`\\]+)"|'([^']+)'|([\w./-]+)) agent-hook [a-z-]+ [A-Za-z]+(?: --project)?(?:; fi)?$/;

function isOwnCommand(root: string, command: string): boolean {
  const [, ...programs] = ownCommand.exec(command.trim()) ?? [];
  const program = programs.find(each => each !== undefined);
  return program !== undefined && isOwnProgram(root, program);
}

/** Returns the commands of a hook and of nested ones, under any agent's key. */
function commandsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(commandsIn);
  if (!isValues(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    /^(?:command|bash|powershell|cmd|args|url)$/.test(key) && typeof inner === 'string' ? [inner] : commandsIn(inner),
  );
}

function isValues(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
