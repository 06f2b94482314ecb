import { describe, expect, it } from 'vitest';
import { catalogue } from '../operations/catalogue.js';
import type { ToolDeclaration } from './toolSet.js';
import { toolTable } from './toolTable.js';

const { tools, former, core, withoutLanes, ofLanes, ofReviewers } = toolTable();
const bytes = (...lists: readonly (readonly ToolDeclaration[])[]): number =>
  Buffer.byteLength(JSON.stringify({ tools: lists.flat() }));
const actionsOf = (list: readonly ToolDeclaration[], tool: string): unknown =>
  (list.find(({ name }) => name === tool)?.inputSchema.properties as { action?: { enum?: unknown } } | undefined)
    ?.action?.enum;

describe('the tools of the catalogue', () => {
  it('cost a session 8,200 bytes at most, and 9,000 where there are lanes', () => {
    expect(bytes(core, withoutLanes)).toBeLessThanOrEqual(8200);
    expect(bytes(core, ofLanes)).toBeLessThanOrEqual(9000);
  });

  it('list no tool that few sessions need', () => {
    expect([...core, ...withoutLanes].map(({ name }) => name)).toEqual([
      ...['work_items', 'events', 'load_session', 'switch_task', 'get_handoff_state', 'set_handoff_state'],
      ...['task_records', 'slices', 'close_slice', 'evidence', 'review_findings', 'integrity_check', 'review_runs'],
      ...['more', 'dispatch_lane_work'],
    ]);
    expect(ofLanes.map(({ name }) => name)).toEqual([
      'manage_worktree_lane',
      'dispatch_lane_work',
      'lane_communication',
    ]);
  });

  it('list what reviewers of lanes do only where agents may review', () => {
    expect(actionsOf(ofLanes, 'dispatch_lane_work')).toEqual([
      ...['spawn', 'status', 'show', 'start', 'commit', 'push', 'heartbeat', 'done', 'fail'],
    ]);
    expect(actionsOf(ofReviewers, 'dispatch_lane_work')).toEqual([
      ...['spawn', 'status', 'show', 'start', 'commit', 'push', 'propose', 'heartbeat', 'done', 'fail', 'approve'],
      ...['request_changes', 'merge', 'cancel', 'retry', 'restore'],
    ]);
    expect(actionsOf(ofReviewers, 'manage_worktree_lane')).toContain('close');
  });

  it('can all be called, with every action an agent has, also under their former names', () => {
    const callable = new Set(tools.flatMap(({ actions }) => Object.values(actions)));
    const forAgents = catalogue.filter(({ mcp, roles }) => mcp !== null && roles.includes('agent'));
    expect(forAgents.filter(({ name }) => !callable.has(name))).toEqual([]);
    expect(Object.keys(former)).toEqual(['record_event', 'next_actions', 'validate', 'worker_reports', 'task_records']);
    for (const operation of Object.values(former).flatMap(actions => Object.values(actions))) {
      expect(catalogue.map(({ name }) => name)).toContain(operation);
    }
  });

  it('say which only read, and which reach outside of the store', () => {
    const hints = core.map(({ name, annotations }) => [name, annotations] as const);
    const named = (wanted: object) =>
      hints.flatMap(([name, hint]) => (JSON.stringify(hint) === JSON.stringify(wanted) ? [name] : []));
    expect(named({ readOnlyHint: true, openWorldHint: false })).toEqual([
      'load_session',
      'get_handoff_state',
      'integrity_check',
    ]);
    expect(named({ destructiveHint: false })).toEqual([
      'switch_task',
      'set_handoff_state',
      'slices',
      'evidence',
      'more',
    ]);
    expect(
      hints.filter(([, { destructiveHint, readOnlyHint }]) => destructiveHint !== false && readOnlyHint !== true),
    ).toEqual([]);
  });

  it('have one meaning for each field, so that none is shown without a type', () => {
    for (const declaration of [...core, ...ofReviewers]) {
      for (const [field, schema] of Object.entries(declaration.inputSchema.properties ?? {})) {
        expect(schema, `${declaration.name}.${field}`).toHaveProperty('type');
      }
    }
  });
});
