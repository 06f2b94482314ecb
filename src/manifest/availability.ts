import { type EntityKind, entityPrefixes } from '../domain/identifier/identifier.js';
import { counterOf } from '../domain/record/record.js';
import type { AnyOperation, OfferedWith } from '../operations/operation.js';
import type { Workflow } from '../workflows/workflow.js';
import { contextKeys, type Holding } from './contextKeys.js';

/** True in a git repository or until the folders are checked; other conditions are false until their key is set. */
const repository = `workspaceFolderCount != 0 && ${contextKeys.repositoryState} != noRepository`;

/** Palette conditions, by the record that a command needs. */
export const offeredWith = {
  folder: 'workspaceFolderCount != 0',
  repository,
  noStore: `${repository} && !${contextKeys.enabled}`,
  store: contextKeys.enabled,
  items: `${contextKeys.enabled} && !${contextKeys.queueEmpty}`,
  inFlight: contextKeys.inFlight,
  needsYou: contextKeys.needsYou,
  lanes: holds('lane'),
  liveTask: holds('live_task'),
  taskOrPlan: holds('live_task', 'plan'),
  plan: holds('plan'),
  ...ofKinds(kind => holds(counterOf(kind))),
} as const satisfies Record<OfferedWith, string>;

/** Condition of commands that write or run programs: excludes Restricted Mode and folders without a repository. */
export const whereWritable = `isWorkspaceTrusted && ${repository}`;

function ofKinds(condition: (kind: EntityKind) => string): Readonly<Record<EntityKind, string>> {
  const kinds = Object.keys(entityPrefixes) as EntityKind[];
  return Object.fromEntries(kinds.map(kind => [kind, condition(kind)])) as Record<EntityKind, string>;
}

function holds(...kinds: readonly Holding[]): string {
  return `${contextKeys.holds} =~ / ${kinds.length === 1 ? kinds[0] : `(${kinds.join('|')})`} /`;
}

/** Conditions of operations in title bars that need existing records. */
const enabledWith = {
  finding: offeredWith.finding,
  items: `!${contextKeys.queueEmpty}`,
} as const satisfies Record<NonNullable<AnyOperation['enabledWith']>, string>;

/** Returns the enablement of an operation for menus, title bars, palette and keys; undefined for always. */
export function whenEnabled(operation: AnyOperation): string | undefined {
  const conditions = [
    operation.effect === 'read' && operation.asksGit !== true ? undefined : whereWritable,
    operation.enabledWith && enabledWith[operation.enabledWith],
  ];
  return conditions.filter(condition => condition !== undefined).join(' && ') || undefined;
}

/** Returns a workflow's condition for palette and chat. */
export function whenWorkflow({ offeredWith: needed = 'repository', writes }: Workflow): string {
  const when = offeredWith[needed];
  return writes === false ? when : `isWorkspaceTrusted && ${when}`;
}
