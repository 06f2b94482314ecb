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

/** Table of `dist/mcpTools.json`. Building it when a server starts was a third of the startup. */
export function toolTable(): ToolTable {
  const ofLanes = catalogue.filter(({ name }) => isOfLanes(name));
  return {
    core: compoundTools(catalogue.filter(({ name }) => !isOfLanes(name))),
    ofLanes: compoundTools(ofLanes),
    withoutLanes: compoundTools(ofLanes.filter(({ mcp }) => mcp?.listedWithoutLanes === true)),
  };
}
