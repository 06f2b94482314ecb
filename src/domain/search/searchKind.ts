export const searchKinds = [
  ...(['item', 'note', 'task', 'finding', 'decision', 'slice', 'action', 'blocker', 'evidence'] as const),
  ...(['message', 'run', 'plan'] as const),
] as const;
export type SearchKind = (typeof searchKinds)[number];
