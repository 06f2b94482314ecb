import type { LaneRow } from './laneRow.js';
import type { PortBlock } from './portBlock.js';

/** Name of the file, in the top folder of a lane's worktree, that programs take their settings from. */
export const laneEnvironmentFile = '.env.stateroom';

/** Names of Stateroom's own files in a lane's worktree: never a change, never kept, never judged. */
export const laneFileNames = ['.env.stateroom', '.worker-ctx.json'] as const;

/** The same as patterns for git. */
export const laneFiles = laneFileNames.map(name => `/${name}`);

export interface LaneKit {
  readonly lane: string;
  readonly branch: string;
  readonly directory: string;
  readonly ports: PortBlock | null;
  readonly ownedPaths: readonly string[];
  /** The model that its agent is to run, and the reasoning level; null where that is not set. */
  readonly model: string | null;
  readonly effort: string | null;
}

/** What a lane that is there has of it. */
export function kitOf(lane: LaneRow): LaneKit {
  const { name, branch, worktree_path: directory, port_first: first, port_count: count, model, effort } = lane;
  const ports = first === null ? null : { first, count };
  return { lane: name, branch, directory, ports, ownedPaths: JSON.parse(lane.owned_paths) as string[], model, effort };
}

/** The variables that programs in a lane are given. */
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

/** The text of `.env.stateroom`: one assignment a line, quoted where a shell would take it apart. */
export function laneEnvironment(kit: LaneKit): string {
  return Object.entries(laneVariables(kit))
    .map(([name, value]) => `${name}=${quoteWord(value)}\n`)
    .join('');
}

/** A word as a shell reads it back, in quotes where it would take it apart. */
export function quoteWord(value: string): string {
  return /^[\w./:@%+,-]*$/.test(value) ? value : `'${value.replaceAll("'", `'\\''`)}'`;
}

/** The variables in such a text; lines that are not assignments are skipped. */
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
