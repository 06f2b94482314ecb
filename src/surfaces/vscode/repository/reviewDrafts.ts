import * as vscode from 'vscode';
import * as z from 'zod';
import { findingSeverities } from '../../../domain/finding/findingSeverity.js';
import type { PendingReviews } from './pendingReviews.js';
import { revisionSchema } from './revision.js';

const typedSchema = z.object({
  /** Idempotency key of the finding or reply. */
  id: z.string().min(1),
  revision: revisionSchema,
  text: z.string().min(1),
});

const findingDraftSchema = typedSchema.extend({
  /** From 1, inclusive; null for the whole file. */
  lines: z.object({ start: z.int().positive(), end: z.int().positive() }).nullable(),
  severity: z.enum(findingSeverities),
});

const replySchema = typedSchema.extend({
  /** `F-3` that it answers. */
  finding: z.string().min(1),
});

const draftSchema = z.union([findingDraftSchema, replySchema]);

export type FindingDraft = z.output<typeof findingDraftSchema>;

type ReplyDraft = z.output<typeof replySchema>;

/** A comment of an unsubmitted review, private to the person at this editor. */
export type Draft = z.output<typeof draftSchema>;

export type ReviewedLane = Pick<Draft['revision'], 'repository' | 'lane'>;

export function isFindingDraft(draft: Draft): draft is FindingDraft {
  return 'severity' in draft;
}

export function isReply(draft: Draft): draft is ReplyDraft {
  return 'finding' in draft;
}

const key = 'stateroom.reviewDrafts';

/** The drafts of this workspace, oldest first; each change is on disk before `onDidChange` fires. */
export class ReviewDrafts implements PendingReviews, vscode.Disposable {
  private readonly emitter = new vscode.EventEmitter<void>();
  readonly onDidChange = this.emitter.event;

  constructor(private readonly memory: vscode.Memento) {}

  get all(): readonly Draft[] {
    const kept = this.memory.get<unknown>(key);
    if (!Array.isArray(kept)) return [];
    return kept.flatMap(one => draftSchema.safeParse(one).data ?? []);
  }

  of({ repository, lane }: ReviewedLane): readonly Draft[] {
    return this.all.filter(({ revision }) => revision.repository === repository && revision.lane === lane);
  }

  countsIn(repository: string): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const { revision } of this.all) {
      if (revision.repository === repository) counts.set(revision.lane, (counts.get(revision.lane) ?? 0) + 1);
    }
    return counts;
  }

  /** Adds a draft, or replaces the one with its id. */
  async put(draft: Draft): Promise<void> {
    const { all } = this;
    const isKnown = all.some(({ id }) => id === draft.id);
    await this.keep(isKnown ? all.map(one => (one.id === draft.id ? draft : one)) : [...all, draft]);
  }

  async remove(ids: readonly string[]): Promise<void> {
    await this.keep(this.all.filter(({ id }) => !ids.includes(id)));
  }

  dispose(): void {
    this.emitter.dispose();
  }

  private async keep(drafts: readonly Draft[]): Promise<void> {
    await this.memory.update(key, drafts);
    this.emitter.fire();
  }
}
