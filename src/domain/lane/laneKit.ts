import type { LaneRow } from './laneRow.js';
import type { PortBlock } from './portBlock.js';

/** File name, in the root of a lane's worktree, from which programs take their settings. */
export const laneEnvironmentFile = '.env.stateroom';

/** Names of Stateroom's own files in a lane's worktree; never committed, backed up or judged. */
export const laneFileNames = ['.env.stateroom', '.worker-ctx.json'] as const;

/** Patterns for git. */
export const laneFiles = laneFileNames.map(name => `/${name}`);

export interface LaneKit {
  readonly lane: string;
  readonly branch: string;
  readonly directory: string;
  readonly ports: PortBlock | null;
  readonly ownedPaths: readonly string[];
  /** Configured model and reasoning level of its agent; null if not set. */
  readonly model: string | null;
  readonly effort: string | null;
}

export function kitOf(lane: LaneRow): LaneKit {
  const { name, branch, worktree_path: directory, port_first: first, port_count: count, model, effort } = lane;
  const ports = first === null ? null : { first, count };
  return { lane: name, branch, directory, ports, ownedPaths: JSON.parse(lane.owned_paths) as string[], model, effort };
}

export function laneVariables({
  lane,
  branch,
  directory,
  ports,
  ownedPaths,
  model,
  effort,
}: LaneKit): Record<string, string> {
  return {
    STATEROOM_LANE: lane,
    STATEROOM_BRANCH: branch,
    STATEROOM_WORKTREE: directory,
    ...(ports === null
      ? {}
      : { PORT: String(ports.first), STATEROOM_PORTS: `${ports.first}-${ports.first + ports.count - 1}` }),
    ...(ownedPaths.length === 0 ? {} : { STATEROOM_OWNED_PATHS: ownedPaths.join(':') }),
    ...(model === null ? {} : { STATEROOM_MODEL: model }),
    ...(effort === null ? {} : { STATEROOM_EFFORT: effort }),
  };
}

/** Builds the text of `.env.stateroom`: one assignment per line, shell-quoted. */
export function laneEnvironment(kit: LaneKit): string {
  return Object.entries(laneVariables(kit))
    .map(([name, value]) => `${name}=${quoteWord(value)}\n`)
    .join('');
}

/** Quotes a word for a POSIX shell if needed. */
export function quoteWord(value: string): string {
  return /^[\w./:@%+,-]*$/.test(value) ? value : `'${value.replaceAll("'", `'\\''`)}'`;
}

/** Parses the variables; skips lines that are not assignments. */
export function readLaneEnvironment(text: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const line of text.split(/\r?\n/)) {
    const [, name, value = ''] = /^([A-Za-z_]\w*)=(.*)$/.exec(line) ?? [];
    if (name !== undefined) found[name] = unquoted(value);
  }
  return found;
}

function unquoted(value: string): string {
  const inside = /^'(.*)'$/s.exec(value)?.[1];
  return inside === undefined ? value : inside.replaceAll(`'\\''`, "'");
}
