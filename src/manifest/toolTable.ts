import { coreCatalogue } from '../operations/coreCatalogue.js';
import { laneCatalogue } from '../operations/laneCatalogue.js';
import { retroOperations } from '../operations/retro/retroOperations.js';
import { runOperations } from '../operations/run/runOperations.js';
import { type CompoundTool, compoundTools } from './toolSet.js';

/** All tools of the server, by when they are listed. */
export interface ToolTable {
  /** What every session is offered. */
  readonly core: readonly CompoundTool[];
  /** Those of lanes, for a repository that has lanes. */
  readonly ofLanes: readonly CompoundTool[];
  /** The part of them that opens the first lane. */
  readonly withoutLanes: readonly CompoundTool[];
}

/**
 * The table that the build writes to `dist/mcpTools.json`. A server reads it as it starts: making it there would load the
 * operations of all groups and convert their schemas, which was a third of the start.
 */
export function toolTable(): ToolTable {
  return {
    core: compoundTools([...coreCatalogue, ...Object.values(runOperations), ...Object.values(retroOperations)]),
    ofLanes: compoundTools(laneCatalogue),
    withoutLanes: compoundTools(laneCatalogue.filter(({ mcp }) => mcp?.listedWithoutLanes === true)),
  };
}
