import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Agent, AgentConnection, ConnectionEntry } from '../domain/agent/agent.js';
import { connectionName, type ServerProgram } from '../domain/agent/serverProgram.js';
import { commandScript, type ShimProgram, type ShimRuntime, shellScript, shimFile } from '../platform/shim.js';
import { skillName, skillText } from '../workflows/skill.js';
import { workflows } from '../workflows/workflows.js';
import { projectGuide, userGuide } from './guide.js';
import { type InstallPlace, pathOf, userFolder } from './installPlace.js';
import type { Piece } from './piece.js';

/** What a piece is for: the entry of the MCP server, its launcher, leave to call the tools, skills, the paragraph. */
export type InstallPart = 'mcp' | 'launcher' | 'approval' | 'skills' | 'guide';

/** A piece that is to be in a file. */
export interface Wanted {
  /** Absolute. */
  readonly path: string;
  readonly piece: Piece;
  readonly part: InstallPart;
  /** Harnesses of the agents that read it. */
  readonly agents: readonly string[];
}

/** The program that entries start. */
export interface InstalledProgram {
  readonly program: ShimProgram;
  readonly runtime: ShimRuntime;
}

/** What these agents need in these files. `asks` leaves out what lets them call tools without asking. */
export function wantedFor(
  place: InstallPlace,
  agents: readonly Agent[],
  asks: boolean,
  { program, runtime }: InstalledProgram,
): readonly Wanted[] {
  const found = new Map<string, Wanted>();
  const add = (path: string, piece: Piece, part: InstallPart, agent?: string) => {
    const key = `${path}\0${piece.kind}\0${'keys' in piece ? piece.keys.join('\0') : ''}`;
    const present = found.get(key)?.agents ?? [];
    found.set(key, { path, piece, part, agents: agent === undefined ? present : [...present, agent] });
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
    const entry = connection.entry(server, isUsers && !asks);
    const file = isUsers ? entry.userFile : entry.projectFile;
    if (file !== null) add(presentFile(at(file), connection), entryPiece(entry), 'mcp', harness);
    const { allowed } = connection;
    if (isUsers && !asks && allowed !== undefined) {
      add(at(allowed.userFile), { kind: 'member', keys: allowed.keys, value: allowed.member }, 'approval', harness);
    }
    for (const workflow of workflows) {
      const name = `${connection.skills}/${skillName(workflow)}/SKILL.md`;
      add(at(isUsers ? `~/${name}` : name), { kind: 'file', text: skillText(workflow) }, 'skills', harness);
    }
    if (!isUsers) add(guideFile(place, connection), { kind: 'block', text: projectGuide }, 'guide', harness);
    else if (connection.userGuide !== undefined) {
      add(at(connection.userGuide), { kind: 'block', text: userGuide }, 'guide', harness);
    }
  }
  return [...found.values()];
}

/** The value or the table of an entry, and the keys that lead to it. */
function entryPiece({ language, text }: ConnectionEntry): Piece {
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

function presentFile(path: string, { otherFile }: AgentConnection): string {
  const other = otherFile === undefined ? path : join(dirname(path), otherFile);
  return existsSync(other) ? other : path;
}

/** The document that the agent reads; AGENTS.md where that one includes it. */
function guideFile({ root }: InstallPlace, { guides }: AgentConnection): string {
  const name = guides.find(each => existsSync(join(root, each))) ?? guides.at(-1) ?? 'AGENTS.md';
  const path = join(root, name);
  return /^@(?:\.\/)?AGENTS\.md\s*$/m.test(textOf(path)) ? join(root, 'AGENTS.md') : path;
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
