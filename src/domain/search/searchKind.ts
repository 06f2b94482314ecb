/** Kinds of records that a search finds, as `kind:` names them. */
export const searchKinds = [
  ...(['item', 'note', 'task', 'finding', 'decision', 'slice', 'action', 'blocker', 'evidence'] as const),
  ...(['message', 'run', 'plan'] as const),
] as const;
export type SearchKind = (typeof searchKinds)[number];
