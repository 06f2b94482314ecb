/** One thing that a worker of the day does, in a worktree. */
export type Part =
  | { readonly does: 'call'; readonly at: string; readonly words: readonly string[] }
  | { readonly does: 'write'; readonly at: string; readonly file: string; readonly text: string }
  | { readonly does: 'commit'; readonly at: string; readonly message: string }
  | { readonly does: 'endRebase'; readonly at: string };

/** What a worker answers to a part: what the program said, or why it could not be done. */
export type Answer =
  | { readonly ok: true; readonly data: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly message: string };
