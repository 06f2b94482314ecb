export interface ResourceDeclaration {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
}

export interface TemplateDeclaration extends Omit<ResourceDeclaration, 'uri'> {
  readonly uriTemplate: string;
  readonly name: 'item' | 'finding' | 'run' | 'task' | 'lane';
}

export const resourceType = 'text/markdown';

export const resources: readonly ResourceDeclaration[] = [
  {
    uri: 'stateroom://task/current',
    name: 'task',
    title: 'Current Task',
    description: 'The task of this worktree: objective, slices, decisions, blockers, next actions.',
  },
  {
    uri: 'stateroom://dashboard',
    name: 'dashboard',
    title: 'Dashboard',
    description: 'What needs a person, what is in progress, what comes next.',
  },
];

export const templates: readonly TemplateDeclaration[] = [
  {
    uriTemplate: 'stateroom://item/{ref}',
    name: 'item',
    title: 'Work Item',
    description: 'A work item with its notes, dependencies and timeline; ref: W-12.',
  },
  {
    uriTemplate: 'stateroom://finding/{ref}',
    name: 'finding',
    title: 'Finding',
    description: 'A finding with its replies and outcome; ref: F-3.',
  },
  {
    uriTemplate: 'stateroom://run/{ref}',
    name: 'run',
    title: 'Investigation',
    description: 'An investigation with its hypotheses, evidence, commands and learnings; ref: R-2.',
  },
  {
    uriTemplate: 'stateroom://task/{ref}',
    name: 'task',
    title: 'Task',
    description: 'A task with its slices, decisions, blockers and next actions; ref: T-3.',
  },
  {
    uriTemplate: 'stateroom://lane/{ref}',
    name: 'lane',
    title: 'Lane',
    description: 'A lane with its branch, worktree, worker and findings; ref: L-2.',
  },
];

export type ResourceKind = 'task' | 'dashboard' | 'item' | 'finding' | 'run' | 'lane';

export interface NamedResource {
  readonly kind: ResourceKind;
  /** Empty if the resource has none. */
  readonly ref: string;
}

export function readUri(uri: string): NamedResource | undefined {
  const fixed = resources.find(one => one.uri === uri);
  if (fixed !== undefined) return { kind: fixed.name as ResourceKind, ref: '' };
  const [, kind, written] = /^stateroom:\/\/(item|finding|run|task|lane)\/([^/?#]{1,300})$/.exec(uri) ?? [];
  if (kind === undefined || written === undefined) return undefined;
  try {
    return { kind: kind as ResourceKind, ref: decodeURIComponent(written) };
  } catch {
    return undefined;
  }
}
