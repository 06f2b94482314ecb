import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
  AgentStart,
  AgentUpdate,
  PermissionAnswer,
  PermissionRequest,
} from '../../../src/backends/agentProgram.js';

export const mockAgentFile = join(import.meta.dirname, 'mockAgent.mjs');

export interface MockStart {
  readonly start: AgentStart;
  readonly updates: AgentUpdate[];
  readonly permissions: PermissionRequest[];
  readonly spawned: { readonly pid: number; readonly identity: string }[];
  /** Value of STATEROOM_SESSION. */
  readonly session: string;
  /** All messages of the agent in a row. */
  said(): string;
}

/** Start of the mock agent with a script (see its README), with short limits. */
export function mockStart(script: object, directory: string, more: Partial<AgentStart> = {}): MockStart {
  const updates: AgentUpdate[] = [];
  const permissions: PermissionRequest[] = [];
  const spawned: MockStart['spawned'] = [];
  const session = randomUUID();
  return {
    updates,
    permissions,
    spawned,
    session,
    said: () => updates.map(one => (one.kind === 'message' ? one.text : '')).join(''),
    start: {
      command: [process.execPath, mockAgentFile],
      directory,
      environment: {
        PATH: process.env.PATH ?? '',
        MOCK_AGENT: JSON.stringify({ ignoresMcp: true, ...script }),
        STATEROOM_SESSION: session,
      },
      mcpServer: { name: 'stateroom', command: 'true', args: [], env: {} },
      limits: { handshakeMs: 20_000, cancelMs: 500, termMs: 500, mcpMs: 1000 },
      onUpdate: update => updates.push(update),
      onPermission: async (request): Promise<PermissionAnswer> => {
        permissions.push(request);
        return { allow: true };
      },
      onSpawn: program => spawned.push(program),
      ...more,
    },
  };
}

/** Living processes of this system with a session's variable, without zombies. */
export function processesOf(session: string): readonly number[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .filter(pid => {
      const stat = read(`/proc/${pid}/stat`);
      const isZombie = /^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2));
      return !isZombie && read(`/proc/${pid}/environ`).split('\0').includes(`STATEROOM_SESSION=${session}`);
    })
    .map(Number);
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
