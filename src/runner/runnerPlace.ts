import type { connectAgent, endLeft } from '../backends/agentProgram.js';
import type { Actor } from '../domain/actor/actor.js';
import type { AgentSessionRow } from '../domain/agentSession/agentSessionRow.js';
import type { LaneRow } from '../domain/lane/laneRow.js';
import type { LanePorts } from '../git/lane/openLanes.js';
import { openWorkTree } from '../git/openWorkTree.js';
import type { WorkTree } from '../git/workTree.js';
import type { Act } from '../records/act.js';
import type { Context } from '../records/context.js';
import type { Transaction } from '../store/store.js';
import type { NewRow } from '../store/tables/table.js';

export type SessionRow = NewRow<AgentSessionRow>;

/** Everything that the process that runs agents works with. */
export interface RunnerPlace {
  /** Its actor is Stateroom itself. */
  readonly context: Context;
  readonly ports: LanePorts & { readonly workTree: WorkTree };
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Absolute path of `cli.mjs`, with which agents start Stateroom's MCP server. */
  readonly programFile: string;
  readonly storeDirectory: string;
  readonly connect: typeof connectAgent;
  readonly endLeft: typeof endLeft;
  /** Throws a LostLeaseError once another process runs the agents. Call it before acts outside of the store. */
  readonly confirm: () => Promise<void>;
}

/** Runs a transaction as the runner. */
export function inAct<T>({ context }: RunnerPlace, work: (act: Act) => Promise<T>): Promise<T> {
  const { store, actor, clock } = context;
  return store.transaction((transaction: Transaction) => work({ transaction, actor, now: clock.now() }));
}

/** The context of an agent in its lane, for the rules that hold for its own acts. */
export function agentContext({ context, environment }: RunnerPlace, session: SessionRow, lane: LaneRow): Context {
  const actor: Actor = { role: 'agent', name: session.actor, lane: lane.name };
  const workTree = openWorkTree(lane.worktree_path, environment);
  return { ...context, actor, ...(workTree === undefined ? {} : { workTree }) };
}
