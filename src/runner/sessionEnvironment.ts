import { environmentFor } from '../domain/agent/agentEnvironment.js';
import { connectionName } from '../domain/agent/serverProgram.js';
import { kitOf, laneVariables } from '../domain/lane/laneKit.js';
import type { LaneRow } from '../domain/lane/laneRow.js';
import { ownRuntime } from '../platform/shim.js';
import type { StartableAgent } from '../records/agentSession/startableAgent.js';
import type { RunnerPlace, SessionRow } from './runnerPlace.js';

/** The variables by which everything that a session starts is known as its agent in its lane. */
export function sessionVariables({ id, actor }: SessionRow, lane: LaneRow): Record<string, string> {
  return {
    ...laneVariables(kitOf(lane)),
    STATEROOM_ACTOR: actor,
    STATEROOM_ROLE: 'agent',
    STATEROOM_SESSION: id,
  };
}

/** The complete environment of an agent: this process's own without what is withheld, and the lane's on top. */
export function environmentOf(
  { environment, ports }: Pick<RunnerPlace, 'environment' | 'ports'>,
  session: SessionRow,
  lane: LaneRow,
  agent: Pick<StartableAgent, 'key' | 'credentials' | 'environment'>,
): Record<string, string> {
  return {
    ...environmentFor(agent, environment),
    ...agent.environment,
    ...sessionVariables(session, lane),
    PATH: ports.programPath,
  };
}

/** Stateroom's MCP server for the agent of a session, which serves the lane's worktree alone. */
export function mcpServerOf(
  { programFile, storeDirectory, ports }: Pick<RunnerPlace, 'programFile' | 'storeDirectory' | 'ports'>,
  session: SessionRow,
  lane: LaneRow,
) {
  const { path, isElectron } = ownRuntime();
  const isUsual = storeDirectory === `${ports.workTree.commonDir}/stateroom`;
  const place = isUsual ? `--repo=${lane.worktree_path}` : `--store=${storeDirectory}`;
  return {
    name: connectionName,
    command: path,
    args: [programFile, 'mcp', place],
    env: { ...sessionVariables(session, lane), ...(isElectron ? { ELECTRON_RUN_AS_NODE: '1' } : {}) },
  };
}
