import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hookClients, hookWords } from '../agentHooks/hookClients.js';
import type { Agent, AgentConnection, ConnectionEntry } from '../domain/agent/agent.js';
import { connectionName, type ServerProgram } from '../domain/agent/serverProgram.js';
import { quoteWord } from '../domain/lane/laneKit.js';
import { commandScript, type ShimProgram, type ShimRuntime, shellScript, shimFile } from '../platform/shim.js';
import { skillName, skillText } from '../workflows/skill.js';
import { workflows } from '../workflows/workflows.js';
import { projectGuide, userGuide } from './guide.js';
import { type InstallPlace, pathOf, userFolder } from './installPlace.js';
import type { Override } from './overrides.js';
import type { Piece } from './piece.js';
import { readTarget } from './targetFile.js';

/** Parts that a person may leave out; `approval` lets agents call the tools without asking. */
export const optionalParts = ['approval', 'hooks', 'skills', 'instructions'] as const;

/** Purpose of a piece. Besides the optional parts: the entry of the MCP server, and the launcher that it starts. */
export type InstallPart = 'mcp' | 'launcher' | (typeof optionalParts)[number];

export interface Wanted {
  /** Absolute. */
  readonly path: string;
  readonly piece: Piece;
  readonly part: InstallPart;
  /** Harnesses of the agents that read it. */
  readonly agents: readonly string[];
  /** True for an entry with which the agent calls the tools without asking. */
  readonly grants: boolean;
}

export interface InstalledProgram {
  readonly program: ShimProgram;
  readonly runtime: ShimRuntime;
}

/** Returns the pieces that these agents need, by file, without these parts. */
export async function wantedFor(
  place: InstallPlace,
  agents: readonly Agent[],
  without: readonly string[],
  { program, runtime }: InstalledProgram,
  overrides: readonly Override[] = [],
): Promise<readonly Wanted[]> {
  const found = new Map<string, Wanted>();
  const add = (path: string, piece: Piece, part: InstallPart, agent?: string, grants = false) => {
    const key = `${path}\0${piece.kind}\0${'keys' in piece ? piece.keys.join('\0') : ''}\0${'mark' in piece ? piece.mark : ''}`;
    const present = found.get(key)?.agents ?? [];
    if (without.includes(part)) return;
    found.set(key, { path, piece, part, agents: agent === undefined ? present : [...present, agent], grants });
  };
  const isUsers = place.scope === 'user';
  const server: ServerProgram = { programName: isUsers ? shimFile(userFolder(place)) : 'stateroom' };
  if (isUsers) {
    const launcher = join(userFolder(place), 'bin', 'stateroom');
    add(launcher, { kind: 'file', text: shellScript(program, runtime), mode: 0o755 }, 'launcher');
    if (process.platform === 'win32') {
      add(`${launcher}.cmd`, { kind: 'file', text: commandScript(program, runtime), mode: 0o755 }, 'launcher');
    }
  }
  for (const { harness, connection } of agents) {
    if (connection === undefined) continue;
    const at = (name: string) => pathOf(place, name, connection);
    const entry = connection.entry(server, isUsers && !without.includes('approval'));
    const file = isUsers ? entry.userFile : entry.projectFile;
    const grants = connection.asksNobody ?? entry.text !== connection.entry(server, false).text;
    if (file !== null) add(presentFile(at(file), connection), entryPiece(entry), 'mcp', harness, grants);
    const { allowed, hooks } = connection;
    if (isUsers && allowed !== undefined) {
      const { keys, member: value } = allowed;
      add(at(allowed.userFile), { kind: 'member', keys, value, mark: JSON.stringify(value) }, 'approval', harness);
    }
    if (hooks !== undefined) {
      for (const piece of hookPieces(harness, isUsers ? shimFile(userFolder(place)) : undefined)) {
        add(at(hooks[place.scope]), piece, 'hooks', harness);
      }
    }
    for (const workflow of workflows) {
      const name = `${connection.skills}/${skillName(workflow)}/SKILL.md`;
      const text = overrides.find(override => override.name === workflow.name)?.text ?? skillText(workflow);
      add(at(isUsers ? `~/${name}` : name), { kind: 'file', text }, 'skills', harness);
    }
    if (!isUsers)
      add(await guideFile(place, connection), { kind: 'block', text: projectGuide }, 'instructions', harness);
    else if (connection.userGuide !== undefined) {
      add(at(connection.userGuide), { kind: 'block', text: userGuide }, 'instructions', harness);
    }
  }
  return [...found.values()];
}

export function entryPiece({ language, text }: ConnectionEntry): Piece {
  if (language === 'toml') {
    const keys = /^\[(.+)\]$/m.exec(text)?.[1]?.split('.') ?? [];
    return { kind: 'toml', keys, text };
  }
  const keys: string[] = [];
  let value: unknown = JSON.parse(text);
  while (keys.at(-1) !== connectionName) {
    const [key = connectionName, inner] = Object.entries(value as object)[0] ?? [];
    keys.push(key);
    value = inner;
  }
  return { kind: 'json', keys, value };
}

/**
 * An agent's own file, or Claude Code's format, which Codex, Gemini and Qwen share. A repository's hooks do nothing if Stateroom
 * is missing or the person's own hooks answer.
 */
function hookPieces(harness: string, launcher: string | undefined): Piece[] {
  const client = hookClients.find(each => each.harness === harness);
  if (client === undefined) return [];
  const commandOf = (event: string) => {
    const words = hookWords(client, event);
    return launcher === undefined
      ? `if command -v stateroom >/dev/null 2>&1; then stateroom ${words} --project; fi`
      : `${quoteWord(launcher)} ${words}`;
  };
  const file = client.file?.(commandOf);
  if (file !== undefined) return [{ kind: 'file', text: file }];
  return Object.entries(client.events).map(([event, { matcher }]) => {
    const value = {
      ...(matcher === undefined ? {} : { matcher }),
      hooks: [{ type: 'command', command: commandOf(event), timeout: client.timeLimit }],
    };
    return { kind: 'member', keys: ['hooks', event], value, mark: hookWords(client, event) };
  });
}

function presentFile(path: string, { otherFile }: AgentConnection): string {
  const other = otherFile === undefined ? path : join(dirname(path), otherFile);
  return existsSync(other) ? other : path;
}

/** Returns the document that the agent reads; AGENTS.md if that document includes it. */
async function guideFile(place: InstallPlace, { guides }: AgentConnection): Promise<string> {
  const { root } = place;
  const name = guides.find(each => existsSync(join(root, each))) ?? guides.at(-1) ?? 'AGENTS.md';
  const path = join(root, name);
  const target = await readTarget(place, path, { mayBeReadOnly: true });
  const text = 'problem' in target ? '' : (target.text ?? '');
  return /^@(?:\.\/)?AGENTS\.md\s*$/m.test(text) ? join(root, 'AGENTS.md') : path;
}
