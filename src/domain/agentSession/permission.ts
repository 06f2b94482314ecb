import type { AgentPermissionRow } from './agentPermissionRow.js';
import type { PermissionPolicy } from './agentSessionRow.js';

/** Time for which a request waits for a person, ms. */
export const permissionWaitMs = 10 * 60_000;

export interface PermissionAsked {
  readonly title: string;
  /** Kind of act, as the agent names it: read, edit, execute, … */
  readonly tool: string | undefined;
  readonly command: string | undefined;
  /** Relative to the worktree with `/` if inside of it, else absolute. */
  readonly paths: readonly string[];
  /** True for a call of Stateroom's own MCP server. */
  readonly isOwn: boolean;
  /** True if it has more than what a person would see; refused. */
  readonly isCut?: boolean;
}

/** Kinds of acts that change nothing. */
const reading = new Set(['read', 'search', 'think']);
const editing = new Set(['edit', 'delete', 'move']);

/**
 * Answers a request that the lane's hooks do not refuse: true if it is allowed, undefined if a person decides. `commands` are those
 * that the repository's settings name; `lasting` has the answers that a person gave for longer than once.
 */
export function judgePermission(
  asked: PermissionAsked,
  policy: PermissionPolicy,
  {
    commands,
    lasting,
  }: {
    readonly commands: readonly string[];
    readonly lasting: readonly Pick<AgentPermissionRow, 'tool' | 'command'>[];
  },
): true | undefined {
  const { tool, command, paths } = asked;
  if (policy === 'all' || asked.isOwn) return true;
  if (command === undefined && tool !== undefined && reading.has(tool)) return true;
  if (lasting.some(one => one.tool === (tool ?? null) && one.command === (command ?? null))) return isKnown(asked);
  if (policy === 'ask') return undefined;
  if (command !== undefined) return commands.includes(command.trim()) ? true : undefined;
  const isEdit = tool !== undefined && editing.has(tool);
  return isEdit && paths.length > 0 && paths.every(isInside) ? true : undefined;
}

/** A lasting answer counts for the same command, and for edits below the worktree; never for an act of which nothing is known. */
function isKnown({ command, paths, tool }: Pick<PermissionAsked, 'command' | 'paths' | 'tool'>): true | undefined {
  if (command !== undefined) return true;
  return tool !== undefined && paths.length > 0 && paths.every(isInside) ? true : undefined;
}

/** True for a request that can be allowed for longer than once: a command is compared by its text, which a redacted one has not. */
export function canLast({ tool, command, paths }: Pick<AgentPermissionRow, 'tool' | 'command' | 'paths'>): boolean {
  if (command?.includes('[redacted]') === true) return false;
  const asked = { tool: tool ?? undefined, command: command ?? undefined, paths: JSON.parse(paths) as string[] };
  return isKnown(asked) === true;
}

function isInside(path: string): boolean {
  return !/^(?:[/\\]|[A-Za-z]:|\.\.(?:[/\\]|$))/.test(path);
}
