import { coreCatalogue } from '../operations/coreCatalogue.js';
import { laneCatalogue } from '../operations/laneCatalogue.js';
import { retroOperations } from '../operations/retro/retroOperations.js';
import { runOperations } from '../operations/run/runOperations.js';
import { type CompoundTool, compoundTools } from './toolSet.js';

/** The server's tools, by when they are listed. */
export interface ToolTable {
  /** Listed in every session. */
  readonly core: readonly CompoundTool[];
  /** Lane tools, for a repository with lanes. */
  readonly ofLanes: readonly CompoundTool[];
  /** The subset of lane tools that opens the first lane. */
  readonly withoutLanes: readonly CompoundTool[];
}

/**
 * Builds the table that is written to `dist/mcpTools.json`. Servers read it at startup: building it there would load the operations of all
 * groups and convert their schemas, which was a third of the startup.
 */
export function toolTable(): ToolTable {
  return {
    core: compoundTools([...coreCatalogue, ...Object.values(runOperations), ...Object.values(retroOperations)]),
    ofLanes: compoundTools(laneCatalogue),
    withoutLanes: compoundTools(laneCatalogue.filter(({ mcp }) => mcp?.listedWithoutLanes === true)),
  };
}
