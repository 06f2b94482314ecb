import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { defaultSeverity, type FindingSeverity } from '../../../domain/finding/findingSeverity.js';
import { readTypedSeverity } from '../../../domain/finding/typedSeverity.js';
import { isRefusal, refusalError } from '../../../domain/refusal/refusal.js';
import { contextKeys } from '../../../manifest/contextKeys.js';
import { verbatim } from '../../../messages/message.js';
import { findingRecord } from '../../../operations/finding/findingRecord.js';
import { findingReply } from '../../../operations/finding/findingReply.js';
import { randomIds } from '../../../platform/idSource.js';
import type { CommandEnvironment } from '../commands/commandEnvironment.js';
import { severityRows } from '../commands/flow/recordFindingFlow.js';
import { askLane, readLanes } from '../commands/lanePicker.js';
import { registerCommands } from '../commands/registerCommands.js';
import { laneOf, linesOf, placeInRevision } from '../commands/revisionPlace.js';
import { standingOfCall } from '../commands/standingOfCall.js';
import { findingOfThread } from '../problems/threadOf.js';
import { diffInSight, fileOfDiff } from '../repository/diffInSight.js';
import type { OpenRepository } from '../repository/openRepository.js';
import { isFindingDraft } from '../repository/reviewDrafts.js';
import { type Revision, revisionOf, standingOfRevision } from '../repository/revision.js';
import { setContextKey } from '../support/contextKey.js';
import { Disposables } from '../support/disposables.js';
import { askChoice, back } from '../support/prompt.js';
import { isRecord } from '../views/shownNode.js';
import { addSuggestion } from './addSuggestion.js';
import { applySuggestion } from './applySuggestion.js';
import { finishReview } from './finishReview.js';
import { NewerWork } from './newerWork.js';
import type { ReviewThreads } from './reviewThreads.js';
import { registerRevisionDocuments } from './revisionDocument.js';
import { DraftComment, dropTyped, keepTyped, type TypedComment, typedIn } from './typedComment.js';
import { UnfinishedReviewItem } from './unfinishedReviewItem.js';
import type { Step, UnresolvedComments } from './unresolvedComments.js';

/** Registers review in the diff of a lane: documents, comments and the commands in its title. */
export function registerReview(environment: CommandEnvironment, threads: ReviewThreads): vscode.Disposable {
  const { repositories, lanesView, drafts, log } = environment;
  const owned = new Disposables();
  const commands = new ReviewCommands(environment, threads);
  const showState = async (): Promise<void> => {
    const uri = diffInSight();
    const revision = uri && revisionOf(uri);
    const repository = repositories.all.find(({ id }) => id === revision?.repository);
    const lane = revision && repository && (await laneOf(repository, revision));
    setContextKey(contextKeys.reviewedLane, lane?.state ?? undefined);
    setContextKey(contextKeys.reviewBegun, drafts.all.length > 0);
  };
  const showStateSafely = (): void =>
    void showState().catch(error => log.error('The lane of a diff is unknown.', error));
  owned.add(vscode.window.tabGroups.onDidChangeTabs(showStateSafely));
  for (const event of [vscode.window.onDidChangeActiveTextEditor, lanesView.onDidRead, drafts.onDidChange]) {
    owned.add(event(showStateSafely));
  }
  showStateSafely();
  owned.add(new UnfinishedReviewItem(drafts));
  const newer = new NewerWork(environment);
  owned.add(
    lanesView.onDidRead(
      () =>
        void newer.look().catch(error => log.error('The visible diffs could not be compared with their lanes.', error)),
    ),
  );
  owned.add(registerRevisionDocuments(repositories));
  owned.add(
    registerCommands(environment, {
      'review.addFinding': given => commands.addFinding(given),
      'review.reply': given => commands.reply(given),
      'review.begin': given => commands.addDraft(given),
      'review.addToReview': given => commands.addDraft(given),
      'review.otherSeverity': given => commands.addWithSeverity(given),
      'review.changeSeverity': given => commands.changeSeverity(given),
      'review.addSuggestion': given => addSuggestion(given),
      'review.discard': given => commands.discard(given),
      'review.editDraft': given => commands.editDraft(given),
      'review.saveDraft': given => commands.saveDraft(given),
      'review.deleteDraft': given => commands.deleteDraft(given),
      'review.applySuggestion': given => commands.applySuggestion(given),
      'review.finish': given => commands.finish(given),
      'review.nextUnresolved': () => commands.goToUnresolved(1),
      'review.previousUnresolved': () => commands.goToUnresolved(-1),
    }),
  );
  return owned;
}

class ReviewCommands {
  /** Loaded on first use. */
  private unresolved: Promise<UnresolvedComments> | undefined;

  constructor(
    private readonly environment: CommandEnvironment,
    private readonly threads: ReviewThreads,
  ) {}

  async addFinding(given: unknown, chosen = defaultSeverity): Promise<unknown> {
    const typed = typedIn(given);
    const revision = typed && revisionOf(typed.thread.uri);
    if (typed === undefined || revision === undefined || typed.text.trim() === '') return undefined;
    const place = await placeInRevision(this.repositoryOf(revision), revision, typed.thread.range);
    const { text, severity = chosen } = readTypedSeverity(typed.text);
    const input = { ...place, text, severity };
    const done = await this.environment.run(findingRecord, input, standingOfRevision(revision));
    // The box of a comment forgets its text, so keep it to be sent again.
    if (done === undefined || isRefusal(done)) return keepTyped(typed);
    typed.thread.dispose();
    await this.threads.refresh();
    return done;
  }

  async reply(given: unknown): Promise<unknown> {
    const typed = typedIn(given);
    const id = findingOfThread(typed?.thread);
    if (typed === undefined || id === undefined || typed.text.trim() === '') return undefined;
    const { repositories, run } = this.environment;
    const at = standingOfCall(repositories, [typed.thread]);
    const done = await run(findingReply, { id, text: typed.text }, at);
    if (done === undefined || isRefusal(done)) return keepTyped(typed);
    dropTyped(typed);
    await this.threads.refresh();
    return done;
  }

  /** Keeps the typed text as a draft until the review ends. */
  async addDraft(given: unknown, chosen = defaultSeverity): Promise<unknown> {
    const typed = typedIn(given);
    const revision = typed && revisionOf(typed.thread.uri);
    if (typed === undefined || revision === undefined || typed.text.trim() === '') return undefined;
    const finding = findingOfThread(typed.thread);
    if (finding !== undefined) return this.addReply(typed, revision, finding);
    const { text, severity = chosen } = readTypedSeverity(typed.text);
    const id = this.newId();
    const lines = linesOf(typed.thread.range);
    await this.environment.drafts.put({ id, revision, lines, severity, text });
    typed.thread.dispose();
    return { draft: id };
  }

  /** Asks for the severity of the typed text; then adds it to the started review, else records it immediately. */
  async addWithSeverity(given: unknown): Promise<unknown> {
    const typed = typedIn(given);
    if (typed === undefined || typed.text.trim() === '') return undefined;
    const severity = await this.askSeverity('otherSeverity');
    if (severity === undefined) return keepTyped(typed);
    return this.environment.drafts.all.length > 0 ? this.addDraft(given, severity) : this.addFinding(given, severity);
  }

  async changeSeverity(given: unknown): Promise<void> {
    if (!(given instanceof DraftComment) || !isFindingDraft(given.draft)) return;
    const severity = await this.askSeverity('changeSeverity', given.draft.severity);
    if (severity !== undefined) await this.environment.drafts.put({ ...given.draft, severity });
  }

  private async askSeverity(command: string, active = defaultSeverity): Promise<FindingSeverity | undefined> {
    const title = this.environment.titleOf(`stateroom.review.${command}`);
    const severity = await askChoice({
      title,
      placeholder: l10n.t('Select a severity'),
      rows: severityRows(),
      active,
    });
    return severity === back ? undefined : severity;
  }

  private async addReply(typed: TypedComment, revision: Revision, finding: string): Promise<unknown> {
    const id = this.newId();
    await this.environment.drafts.put({ id, revision, finding, text: typed.text.trim() });
    dropTyped(typed);
    return { draft: id };
  }

  /** Returns a new idempotency key. A caller's id must not look like one of Stateroom's. */
  private newId(): string {
    return `review-${randomIds.ulid(this.environment.clock.now())}`;
  }

  discard(given: unknown): void {
    const typed = typedIn(given);
    if (given instanceof DraftComment) this.threads.edit(given.draft, false);
    else if (typed !== undefined) dropTyped(typed);
  }

  editDraft(given: unknown): void {
    if (given instanceof DraftComment) this.threads.edit(given.draft, true);
  }

  async saveDraft(given: unknown): Promise<void> {
    if (!(given instanceof DraftComment)) return;
    const { draft, body } = given;
    const text = (typeof body === 'string' ? body : body.value).trim();
    if (text !== '') await this.environment.drafts.put({ ...draft, text });
    this.threads.edit(draft, false);
  }

  async deleteDraft(given: unknown): Promise<void> {
    if (given instanceof DraftComment) await this.environment.drafts.remove([given.draft.id]);
  }

  async applySuggestion(given: unknown): Promise<unknown> {
    const ref = findingOfThread(given);
    const revision = ref === undefined ? undefined : revisionOf((given as vscode.CommentThread).uri);
    if (ref === undefined || revision === undefined) return undefined;
    const repository = this.repositoryOf(revision);
    const lane = await laneOf(repository, revision);
    return lane && applySuggestion(this.environment, repository, lane, ref);
  }

  /** Ends the review of the lane whose diff is shown, else of the one that is named or chosen. */
  async finish(given: unknown): Promise<unknown> {
    const shown = fileOfDiff(given);
    const uri = shown instanceof vscode.Uri ? shown : diffInSight();
    const revision = uri === undefined || laneIn(given) !== undefined ? undefined : revisionOf(uri);
    const { active } = this.environment.repositories;
    const repository = revision === undefined ? active : this.repositoryOf(revision);
    if (repository === undefined) return undefined;
    const lane = revision === undefined ? await this.chosenLane(repository, given) : await laneOf(repository, revision);
    if (lane === undefined) return undefined;
    const head = revision?.side === 'base' ? revision.across : revision;
    const commit = head?.commit === '' || revision?.part ? undefined : head?.commit;
    return finishReview(this.environment, { repository, lane, commit });
  }

  async goToUnresolved(step: Step): Promise<unknown> {
    this.unresolved ??= import('../lanes/runLaneAct.js').then(
      module => new module.UnresolvedComments(this.environment, this.threads),
    );
    const name = step === 1 ? 'nextUnresolved' : 'previousUnresolved';
    return (await this.unresolved).go(step, this.environment.titleOf(`stateroom.review.${name}`));
  }

  private async chosenLane(repository: OpenRepository, given: unknown) {
    const named = laneIn(given);
    if (named !== undefined) return (await readLanes(repository, true)).find(({ lane }) => lane === named);
    const begun = new Set(
      this.environment.drafts.all.flatMap(({ revision }) =>
        revision.repository === repository.id ? revision.lane : [],
      ),
    );
    const chosen = await askLane(repository, {
      title: this.environment.titleOf('stateroom.review.finish'),
      placeholder: l10n.t('Select a lane'),
      accept: ({ lane, state }) => begun.has(lane) || state === 'IN_REVIEW',
    });
    return chosen === back ? undefined : chosen;
  }

  private repositoryOf(revision: Revision): OpenRepository {
    const found = this.environment.repositories.all.find(({ id }) => id === revision.repository);
    if (found !== undefined) return found;
    throw refusalError('not_found', verbatim(l10n.t('The repository of this diff is no longer open.')), {
      hint: verbatim(l10n.t('Open its folder again.')),
    });
  }
}

function laneIn(given: unknown): unknown {
  return isRecord(given) ? given.lane : undefined;
}
