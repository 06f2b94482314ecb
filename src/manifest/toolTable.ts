import { catalogue } from '../operations/catalogue.js';
import { isOfLanes } from '../operations/isOfLanes.js';
import type { AnyOperation } from '../operations/operation.js';
import { rareTools } from './rareTools.js';
import { type CallableTool, compoundTools, moreTool, type ToolDeclaration } from './toolSet.js';

/** The server's tools, and the declarations of those listed, by when they are. */
export interface ToolTable {
  /** All that can be called, with all their actions. */
  readonly tools: readonly CallableTool[];
  /** Operations by former tools and actions, answered until the next minor version and not listed. */
  readonly former: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Listed in every session. */
  readonly core: readonly ToolDeclaration[];
  /** Opens the first lane. */
  readonly withoutLanes: readonly ToolDeclaration[];
  /** For a repository with lanes. */
  readonly ofLanes: readonly ToolDeclaration[];
  /** The same where agents may review lanes. */
  readonly ofReviewers: readonly ToolDeclaration[];
}

const former: ToolTable['former'] = {
  record_event: {
    decision: 'decision.record',
    blocker: 'blocker.add',
    resolve_blocker: 'blocker.resolve',
    touched_files: 'touched.record',
    test_result: 'evidence.record',
  },
  next_actions: {
    add: 'action.add',
    update: 'action.update',
    complete: 'action.complete',
    skip: 'action.skip',
    list: 'action.list',
  },
  validate: { '': 'decision.validate' },
  worker_reports: { submit: 'report.submit', list: 'report.list', acknowledge: 'report.acknowledge' },
  // Lists where a caller of the tool for records looks for them.
  task_records: {
    'decision list': 'decision.list',
    'blocker list': 'blocker.list',
    'touched_files list': 'touched.list',
    'test_result list': 'evidence.list',
  },
};

/** Table of `dist/mcpTools.json`. Building it when a server starts was a third of the startup. */
export function toolTable(): ToolTable {
  const isRare = ({ mcp }: AnyOperation): boolean => mcp !== null && Object.hasOwn(rareTools, mcp.tool);
  const declared = (isListed: (operation: AnyOperation) => boolean): readonly ToolDeclaration[] =>
    compoundTools(catalogue.filter(one => one.mcp !== null && !isRare(one) && isListed(one))).map(
      ({ declaration }) => declaration,
    );
  const isOf = ({ name, mcp }: AnyOperation, ...listed: readonly unknown[]): boolean =>
    isOfLanes(name) && (mcp?.listed === undefined || listed.includes(mcp.listed));
  const more = moreTool(catalogue.filter(isRare));
  return {
    tools: compoundTools(catalogue).map(({ declaration, ...tool }) => tool),
    former,
    core: [...declared(({ name, mcp }) => !isOfLanes(name) && mcp?.listed === undefined), more],
    withoutLanes: declared(({ mcp }) => mcp?.listed === 'withoutLanes'),
    ofLanes: declared(one => isOf(one, 'withoutLanes')),
    ofReviewers: declared(one => isOf(one, 'withoutLanes', 'reviewing')),
  };
}
