import { catalogue } from '../operations/catalogue.js';
import { isOfLanes } from '../operations/isOfLanes.js';
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
  const ofLanes = catalogue.filter(({ name }) => isOfLanes(name));
  return {
    core: compoundTools(catalogue.filter(({ name }) => !isOfLanes(name))),
    ofLanes: compoundTools(ofLanes),
    withoutLanes: compoundTools(ofLanes.filter(({ mcp }) => mcp?.listedWithoutLanes === true)),
  };
}
