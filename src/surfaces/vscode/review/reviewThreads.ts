import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { Lane } from '../../../domain/lane/lane.js';
import { unlessRefused } from '../../../domain/refusal/refusal.js';
import { findingList } from '../../../operations/finding/findingList.js';
import type { Log } from '../../../platform/log.js';
import { throttle } from '../../../platform/throttle.js';
import type { FindingPlace, PlacedFinding } from '../../../present/findingPlace.js';
import { laneOf } from '../commands/revisionPlace.js';
import { isOfLane } from '../problems/laneFindings.js';
import { placeRange } from '../problems/placeRange.js';
import { renewThread, threadContent } from '../problems/threadOf.js';
import type { OpenRepository } from '../repository/openRepository.js';
import type { RepositoryManager } from '../repository/repositoryManager.js';
import type { RepositoryState } from '../repository/repositoryState.js';
import { type Draft, isReply, type ReviewDrafts } from '../repository/reviewDrafts.js';
import { type Revision, revisionOf } from '../repository/revision.js';
import { Disposables } from '../support/disposables.js';
import { DraftThreads } from './draftThreads.js';
import { isIn, locateAt, sideOf } from './findingSide.js';
import { DraftComment } from './typedComment.js';

/** Used in the when clauses of menus. */
const controllerId = 'stateroom.review';
/** Max threads of one document; hundreds slow down the editor. */
const maxThreads = 50;

export interface ShownThread {
  readonly path: string;
  readonly side: Revision['side'];
  /** Null above the file. */
  readonly line: number | null;
  readonly label: string;
  readonly comments: readonly string[];
}

interface ReviewEnvironment {
  readonly repositories: RepositoryManager;
  readonly status: RepositoryState;
  readonly drafts: ReviewDrafts;
  readonly log: Log;
}

/** Shows the findings of a lane as comment threads on both sides of its diff (see `sideOf`), and accepts new ones. */
export class ReviewThreads implements vscode.Disposable {
  private readonly owned = new Disposables();
  private controller: vscode.CommentController | undefined;
  /** Threads by document URI, then by the finding's ULID. */
  private readonly shown = new Map<string, Map<string, vscode.CommentThread>>();
  private readonly readOnce = throttle(() => this.read());

  /** Line drafts of the person's own review. */
  private readonly own: DraftThreads;

  constructor(private readonly environment: ReviewEnvironment) {
    this.own = new DraftThreads(environment.drafts);
    this.owned.add(environment.drafts.onDidChange(() => void this.readOnce()));
    this.owned.add(vscode.window.onDidChangeVisibleTextEditors(() => void this.readOnce()));
    this.owned.add(environment.status.onDidRead(() => void this.readOnce()));
  }

  dispose(): void {
    for (const key of [...this.shown.keys()]) this.forget(key);
    this.controller?.dispose();
    this.owned.dispose();
  }

  refresh(): Promise<void> {
    return this.readOnce();
  }

  /** Returns the visible threads, for tests; lines count from 1. */
  snapshot(): readonly ShownThread[] {
    return this.all.flatMap(({ uri, range, label, comments }) => {
      const revision = revisionOf(uri);
      if (revision === undefined) return [];
      return {
        path: revision.path,
        side: revision.side,
        line: range === undefined ? null : range.start.line + 1,
        label: label ?? '',
        comments: comments.map(({ body }) => (typeof body === 'string' ? body : body.value)),
      };
    });
  }

  expand(finding: string): void {
    for (const threads of this.shown.values()) {
      const thread = threads.get(finding);
      if (thread !== undefined) thread.collapsibleState = vscode.CommentThreadCollapsibleState.Expanded;
    }
  }

  /** Turns the comment of a draft into an edit box, or back into the saved text. */
  edit({ id }: Draft, isEdited: boolean): void {
    const draft = this.environment.drafts.all.find(one => one.id === id);
    if (draft === undefined) return;
    const isIt = (comment: vscode.Comment): boolean => comment instanceof DraftComment && comment.draft.id === id;
    for (const thread of this.all.filter(({ comments }) => comments.some(isIt))) {
      const comment = new DraftComment(draft);
      if (isEdited) Object.assign(comment, { mode: vscode.CommentMode.Editing, body: draft.text });
      thread.comments = thread.comments.map(one => (isIt(one) ? comment : one));
    }
  }

  private get all(): readonly vscode.CommentThread[] {
    return [...[...this.shown.values()].flatMap(threads => [...threads.values()]), ...this.own.all];
  }

  private async read(): Promise<void> {
    const visible = vscode.window.visibleTextEditors.flatMap(({ document }) => {
      const revision = revisionOf(document.uri);
      return revision === undefined ? [] : [{ document, revision }];
    });
    const wanted = new Set(visible.map(({ document }) => document.uri.toString()));
    for (const key of [...this.shown.keys()]) if (!wanted.has(key)) this.forget(key);
    for (const { document, revision } of visible) {
      this.own.show(document, revision, this.commentController());
      try {
        this.show(document, revision, await this.findingsOn(revision));
      } catch (error) {
        this.environment.log.error(
          `The findings on ${revision.path} of lane ${revision.lane} could not be read.`,
          error,
        );
      }
    }
  }

  /** Returns the lane's findings on this side, latest first. */
  private async findingsOn(revision: Revision): Promise<readonly PlacedFinding[]> {
    const repository = this.environment.repositories.all.find(({ id }) => id === revision.repository);
    const lane = repository && (await laneOf(repository, revision));
    if (repository === undefined || lane === undefined) return [];
    const ids = await findingsOf(repository, lane, revision);
    if (ids.length === 0) return [];
    const { path, side, commit, across, top } = revision;
    const own = await locateAt(repository, top, ids, commit);
    const other = await locateAt(repository, top, ids, across.commit);
    return own.filter(({ finding: { id } }) => {
      const isHere = isIn(own, id, path);
      const isAcross = isIn(other, id, across.path);
      const shown = side === 'head' ? sideOf(isHere, isAcross, commit) : sideOf(isAcross, isHere, across.commit);
      return shown === side;
    });
  }

  private show(document: vscode.TextDocument, revision: Revision, wanted: readonly PlacedFinding[]): void {
    const key = document.uri.toString();
    const threads = this.shown.get(key) ?? new Map<string, vscode.CommentThread>();
    this.shown.set(key, threads);
    const controller = this.commentController();
    for (const [id, thread] of threads) {
      if (wanted.some(({ finding }) => finding.id === id)) continue;
      thread.dispose();
      threads.delete(id);
    }
    const answers = this.environment.drafts.of(revision).filter(isReply);
    for (const { finding, place } of wanted) {
      const range = rangeIn(document, place);
      const drafts = answers.filter(draft => draft.finding === finding.ref).map(draft => new DraftComment(draft));
      const thread = threads.get(finding.id);
      if (thread !== undefined) renewThread(thread, range, finding, drafts);
      else {
        const { comments, ...rest } = threadContent(finding);
        // The declared type does not allow it, but the editor does: a thread without a range is above the file.
        const made = controller.createCommentThread(document.uri, range as vscode.Range, [...comments, ...drafts]);
        made.collapsibleState =
          finding.status === 'open'
            ? vscode.CommentThreadCollapsibleState.Expanded
            : vscode.CommentThreadCollapsibleState.Collapsed;
        threads.set(finding.id, Object.assign(made, rest));
      }
    }
  }

  /** Creates the controller with the first diff, since its existence makes the editor show its comment features. */
  private commentController(): vscode.CommentController {
    if (this.controller !== undefined) return this.controller;
    const controller = vscode.comments.createCommentController(controllerId, l10n.t('Stateroom Review'));
    controller.options = {
      prompt: l10n.t('Reply…'),
      placeHolder: l10n.t('Write a comment'),
    };
    controller.commentingRangeProvider = {
      provideCommentingRanges(document) {
        if (revisionOf(document.uri) === undefined || document.getText() === '') return undefined;
        return { enableFileComments: true, ranges: [new vscode.Range(0, 0, document.lineCount - 1, 0)] };
      },
    };
    this.controller = controller;
    return controller;
  }

  private forget(key: string): void {
    for (const thread of this.shown.get(key)?.values() ?? []) thread.dispose();
    this.shown.delete(key);
    this.own.forget(key);
  }
}

/** Returns ULIDs of the lane's findings on this file, under its name on either side. */
async function findingsOf(
  repository: OpenRepository,
  lane: Lane,
  { path, across, top }: Revision,
): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const one of new Set([path, across.path])) {
    const query = { path: one, status: 'any', order: 'updated', limit: 2 * maxThreads } as const;
    const { findings } = unlessRefused(await repository.invoke(findingList, query, { folder: top }));
    for (const finding of findings) {
      if (isOfLane(finding, lane)) found.add(finding.id);
    }
  }
  return [...found].slice(0, maxThreads);
}

function rangeIn(document: vscode.TextDocument, place: FindingPlace): vscode.Range | undefined {
  return place.lines === null ? undefined : placeRange(document, place);
}
