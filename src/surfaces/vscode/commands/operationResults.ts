import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { z } from 'zod';
import type { TimelineEvent } from '../../../domain/event/event.js';
import { type Finding, findingSchema } from '../../../domain/finding/finding.js';
import { isRefusal } from '../../../domain/refusal/refusal.js';
import { type WorkItem, workItemSchema } from '../../../domain/workItem/workItem.js';
import { isTerminal } from '../../../domain/workItem/workItemStatus.js';
import { commandOf } from '../../../operations/commandOf.js';
import { eventsTail } from '../../../operations/events/eventsTail.js';
import { findingExport } from '../../../operations/finding/findingExport.js';
import { findingImport } from '../../../operations/finding/findingImport.js';
import { findingList } from '../../../operations/finding/findingList.js';
import { findingRecord } from '../../../operations/finding/findingRecord.js';
import { findingReply } from '../../../operations/finding/findingReply.js';
import { findingShow } from '../../../operations/finding/findingShow.js';
import { findingWorkItem } from '../../../operations/finding/findingWorkItem.js';
import { importTracker } from '../../../operations/import/importTracker.js';
import { isOfLanes } from '../../../operations/isOfLanes.js';
import { laneOperationName, loadLaneOperations } from '../../../operations/loadLaneCatalogue.js';
import { isOfRuns, loadRunOperations } from '../../../operations/loadRunOperations.js';
import type { AnyOperation } from '../../../operations/operation.js';
import { queueAdd } from '../../../operations/queue/queueAdd.js';
import { queueAdvance } from '../../../operations/queue/queueAdvance.js';
import { queueDepend } from '../../../operations/queue/queueDepend.js';
import { queueImport } from '../../../operations/queue/queueImport.js';
import { queueNext } from '../../../operations/queue/queueNext.js';
import { queueReprioritise } from '../../../operations/queue/queueReprioritise.js';
import { queueShow } from '../../../operations/queue/queueShow.js';
import { queueUndepend } from '../../../operations/queue/queueUndepend.js';
import { repositoryInit } from '../../../operations/repository/repositoryInit.js';
import { repositoryStatus } from '../../../operations/repository/repositoryStatus.js';
import { storeArchive } from '../../../operations/store/storeArchive.js';
import { storeBackup } from '../../../operations/store/storeBackup.js';
import { storeCheck } from '../../../operations/store/storeCheck.js';
import { storeCompact } from '../../../operations/store/storeCompact.js';
import { storeExport } from '../../../operations/store/storeExport.js';
import { storePath } from '../../../operations/store/storePath.js';
import { storeQuery } from '../../../operations/store/storeQuery.js';
import { storeRepair } from '../../../operations/store/storeRepair.js';
import { storeRestore } from '../../../operations/store/storeRestore.js';
import { storeUpdate } from '../../../operations/store/storeUpdate.js';
import { trustGrant } from '../../../operations/trust/trustGrant.js';
import { trustRevoke } from '../../../operations/trust/trustRevoke.js';
import { trustShow } from '../../../operations/trust/trustShow.js';
import { sectionOf } from '../../../present/queueSection.js';
import { findingStatusLooks, workItemStatusLooks } from '../../../present/status.js';
import { timelinePage } from '../../../present/timelinePage.js';
import type { QueryResult } from '../../../store/store.js';
import { queryTable } from '../details/queryTable.js';
import { standingOf } from '../repository/repositoryRef.js';
import type { Repository } from '../repository.js';
import { editorPen } from '../support/editorPen.js';
import { focusView } from '../support/focusView.js';
import { asMessage } from '../support/plainText.js';
import { back } from '../support/prompt.js';
import { sayDone } from '../support/sayDone.js';
import { translate } from '../support/translate.js';
import { reviewTrust } from '../trust/reviewTrust.js';
import type { CommandEnvironment } from './commandEnvironment.js';
import { readLanes } from './lanePicker.js';
import { laneResult, restoredText } from './laneResults.js';
import { offerCopy } from './offerCopy.js';
import { readingResults } from './readingResults.js';
import { runResults } from './runResults.js';
import { saveJson } from './saveJson.js';
import { taskResults } from './taskResults.js';
import { askOfWorkItems } from './workItemPicker.js';

type Output = Readonly<Record<string, unknown>>;

/** Shows the output of an operation; a returned text goes to the status bar. */
export type ShowResult = (output: never, repository: Repository, environment: CommandEnvironment) => unknown;

/** Opens the output of a read. Reports a change in the status bar if the Queue view shows it, else in a message. */
export async function showResult(
  operation: AnyOperation,
  repository: Repository,
  outputs: readonly unknown[],
  environment: CommandEnvironment,
): Promise<void> {
  const output = (outputs[0] ?? {}) as Output;
  const own = results[operation.name];
  if (own !== undefined) return say(await own(output as never, repository, environment));
  if (isOfRuns(operation.name)) {
    const ofRun = runResults(await loadRunOperations())[operation.name];
    if (ofRun !== undefined) return say(await ofRun(output as never, repository, environment));
  }
  const ofLane = isOfLanes(operation.name) ? laneResult(await loadLaneOperations(), operation, output) : undefined;
  if (ofLane === undefined) return say(await showByShape(operation, repository, outputs, environment));
  if (ofLane.restorable === undefined) say(ofLane.text);
  else void offerRestore(repository, ofLane.text, ofLane.restorable, environment);
  if (ofLane.warning !== undefined) {
    void warn(repository, ofLane.warning, output, environment).catch(error =>
      environment.log.error('A warning is not shown.', error),
    );
  }
  if (
    operation.name === laneOperationName('workerSpawn') &&
    Array.isArray(output.missing) &&
    output.missing.length > 0
  ) {
    void offerCopy(repository, String(output.lane), output.missing.map(String), environment).catch(error =>
      environment.log.error('Copying local settings failed.', error),
    );
  }
  if (operation.name === laneOperationName('workerRequestChanges')) {
    void offerAgent(repository, String(output.lane), environment).catch(error =>
      environment.log.error('No agent is offered.', error),
    );
  }
}

/** Offers to start an agent in a lane whose work was returned to it, unless one is working. */
async function offerAgent(repository: Repository, lane: string, { actOnLane }: CommandEnvironment): Promise<void> {
  const found = (await readLanes(repository, false)).find(one => one.lane === lane);
  if (found?.worker?.liveness === 'ok' || found?.worker?.liveness === 'WAITING') return;
  const start = l10n.t('Start Agent');
  const text = asMessage(l10n.t('Changes requested in {0}. The agent of the lane reads them when it starts.', lane));
  if ((await vscode.window.showInformationMessage(text, start)) !== start) return;
  await actOnLane('startAgent', { lane });
}

/** Warns; if only its terminals here keep a merged lane's worktree, offers to close them and remove it. */
async function warn(
  repository: Repository,
  text: string,
  { stays, id, lane, worktreePath }: Output,
  { laneTerminals, actOnLane }: CommandEnvironment,
): Promise<void> {
  const at = { id: String(id), worktreePath: String(worktreePath) };
  if (typeof stays !== 'string' || !(await laneTerminals.areAlone(at))) {
    await vscode.window.showWarningMessage(asMessage(text));
    return;
  }
  const remove = l10n.t('Close Terminal and Remove Worktree');
  const kept = l10n.t('Lane {0} keeps its worktree because its terminal is still open.', String(lane));
  if ((await vscode.window.showWarningMessage(asMessage(kept), remove)) !== remove) return;
  await actOnLane('removeWorkTree', { lane: at.id, closes: true }, standingOf(repository));
}

/** Reports a closed lane, with a button to restore it. Not awaited: the person may answer at any time. */
async function offerRestore(
  repository: Repository,
  text: string,
  lane: string,
  { notice }: CommandEnvironment,
): Promise<void> {
  const restore = l10n.t('Restore Lane');
  if ((await vscode.window.showInformationMessage(asMessage(text), restore)) !== restore) return;
  const { workerRestore } = await loadLaneOperations();
  const answer = await repository.invoke(workerRestore, { lane });
  if (isRefusal(answer)) notice.show(answer, repository);
  else say(restoredText(answer));
}

function say(text: unknown): void {
  if (typeof text === 'string') sayDone(text);
}

async function showByShape(
  operation: AnyOperation,
  repository: Repository,
  outputs: readonly unknown[],
  environment: CommandEnvironment,
): Promise<unknown> {
  const { pages, clock, titleOf } = environment;
  const items = outputs.flatMap(each => workItemSchema.safeParse((each as Output | null)?.item).data ?? []);
  if (items.length > 0) return outcomeOfItems(items, operation);
  const findings = outputs.flatMap(findingsOf);
  if (operation.effect === 'write' && findings.length > 0) return outcomeOfFindings(findings);
  const output = (outputs[0] ?? {}) as Output;
  const title = titleOf(commandOf(operation));
  if (isPage(output)) {
    if (output.items.length === 0) return l10n.t('{0}: no results', title);
    const place = { title, placeholder: l10n.t('Select a work item to show') };
    const chosen = await askOfWorkItems(output.items, clock, place);
    if (chosen !== undefined && chosen !== back) await pages.show(repository, chosen.ref);
    return undefined;
  }
  if (operation.effect !== 'read') return l10n.t('{0}: done', title);
  const shown = readingResults[operation.name];
  if (shown !== undefined) return shown(output as never, repository, environment);
  return pages.showOutput(repository, title, output);
}

const written = ({ file }: { readonly file: string }): string => l10n.t('Wrote {0}', file);

const results: Readonly<Record<string, ShowResult>> = {
  ...taskResults,
  [queueAdd.name]: async (
    { item, inserted, differs = [] }: { item: WorkItem; inserted: boolean; differs?: readonly string[] },
    _repository,
    { queueView, log },
  ) => {
    if (inserted) say(l10n.t('Added {0}', item.ref));
    else if (differs.length === 0) say(l10n.t('{0} already exists; nothing was added', item.ref));
    else say(l10n.t('{0} already exists with different values: {1}', item.ref, differs.join(', ')));
    if (!queueView.visible) return;
    try {
      await queueView.reveal(sectionOf(item.section), item.id, false);
    } catch (error) {
      // The editor refuses while it redraws the rows. The item was added, even if its row is not selected.
      log.debug(`The row of ${item.ref} was not revealed: ${String(error)}`);
    }
  },
  [queueShow.name]: ({ item }: { item: WorkItem }, repository, { pages }) => pages.show(repository, item.ref),
  [queueNext.name]: async ({ item }: { item: WorkItem }, repository, { pages }) => {
    say(l10n.t('Claimed {0}', item.ref));
    await pages.show(repository, item.ref);
  },
  [queueAdvance.name]: ({ item }: { item: WorkItem }) => {
    if (item.status === 'waiting_human') return l10n.t('Answered {0}; it has more questions', item.ref);
    if (item.status === 'pending') return l10n.t('Answered {0}; returned to the queue', item.ref);
    if (item.status === 'in_flight' && item.owner !== null)
      return l10n.t('Answered {0}; {1} continues', item.ref, item.owner);
    return outcomeOfItems([item], queueAdvance);
  },
  [importTracker.name]: ({ added, existing }: { added: number; existing: number }) =>
    l10n.t('Added {0} work items; {1} already existed', added, existing),
  [queueImport.name]: ({ inserted, existing }: { inserted: number; existing: number }) =>
    l10n.t('Added {0} work items; {1} already existed', inserted, existing),
  [findingRecord.name]: ({ finding, outcome }: { finding: Finding; outcome: string }) => {
    if (outcome === 'reopened') return l10n.t('{0} was found again and reopened', finding.ref);
    if (outcome === 'known') return l10n.t('Already recorded as {0}; nothing was added', finding.ref);
    return l10n.t('Recorded {0}', finding.ref);
  },
  [findingShow.name]: ({ finding }: { finding: Finding }, repository, { pages }) => pages.show(repository, finding.ref),
  [findingReply.name]: ({ finding }: { finding: Finding }) => l10n.t('Replied to {0}', finding.ref),
  [findingImport.name]: ({ recorded, known }: { recorded: number; known: number }) =>
    l10n.t('Recorded {0} findings; {1} already existed', recorded, known),
  [findingExport.name]: ({ file, sarif }: { file: string | null; sarif: unknown }, repository, { titleOf }) =>
    file === null
      ? saveJson(repository, titleOf(commandOf(findingExport)), 'findings.sarif', sarif)
      : written({ file }),
  [findingList.name]: async ({ findings }: { findings: readonly Finding[] }) => {
    if (findings.length === 0) say(l10n.t('No open findings.'));
    await focusView('findings');
  },
  [findingWorkItem.name]: ({ item, finding, inserted }: { item: WorkItem; finding: Finding; inserted: boolean }) =>
    inserted
      ? l10n.t('Created {0} from {1}', item.ref, finding.ref)
      : l10n.t('{0} already has work item {1}', finding.ref, item.ref),
  [eventsTail.name]: ({ events }: { events: readonly TimelineEvent[] }, repository, { pages }) =>
    pages.showText(repository, l10n.t('Latest events.md'), timelinePage(events, editorPen)),
  [repositoryStatus.name]: (_status, _repository, { showStatus }) => showStatus(),
  [repositoryInit.name]: ({ created, location }: { created: boolean; location: string }) =>
    created ? l10n.t('Created the store in {0}', location) : l10n.t('The store already exists in {0}', location),
  [trustShow.name]: (shown: Parameters<typeof reviewTrust>[1], repository, { notice, run }) => {
    // Not awaited: the person may answer at any time.
    void reviewTrust(repository, shown, run).catch(error =>
      notice.showError(l10n.t('Could not show the commands.'), error),
    );
  },
  [trustGrant.name]: ({ changed }: { changed: boolean }, { name }) =>
    changed
      ? l10n.t('The commands of “{0}” are trusted', name)
      : l10n.t('Nothing changed: the commands of “{0}” are already trusted', name),
  [trustRevoke.name]: ({ changed }: { changed: boolean }, { name }) =>
    changed
      ? l10n.t('The commands of “{0}” are no longer trusted', name)
      : l10n.t('Nothing changed: no commands of “{0}” were trusted', name),
  [storeQuery.name]: (result: QueryResult, repository, { pages }) =>
    pages.showText(repository, l10n.t('Query result.txt'), queryTable(result)),
  [storePath.name]: async ({ location }: { location: string }) => {
    const copy = l10n.t('Copy Path');
    const chosen = await vscode.window.showInformationMessage(l10n.t('The store is in {0}.', location), copy);
    if (chosen === copy) await vscode.env.clipboard.writeText(location);
  },
  [storeCheck.name]: showStoreReport,
  [storeRepair.name]: ({ threads }: z.output<typeof storeRepair.output>) =>
    l10n.t('Repaired {0} work items', threads.filter(({ outcome }) => outcome === 'repaired').length),
  [storeCompact.name]: ({ snapshotFile }: { snapshotFile: string }) => l10n.t('Wrote {0}', snapshotFile),
  [storeArchive.name]: ({ workItems, events }: { workItems: number; events: number }) =>
    workItems === 0
      ? l10n.t('Nothing to archive')
      : l10n.t('Archived {0} work items and {1} events', workItems, events),
  [storeUpdate.name]: ({ updated }: { updated: boolean }) =>
    updated
      ? l10n.t('Applied the update. Restart older programs that have the store open.')
      : l10n.t('The store is up to date.'),
  [storeBackup.name]: written,
  [storeExport.name]: written,
  [storeRestore.name]: ({ keptAs }: { keptAs: string }) => {
    const text = l10n.t('Restored the backup. The previous state is kept as {0}.', keptAs);
    void vscode.window.showInformationMessage(text);
  },
};

async function showStoreReport(
  report: z.output<typeof storeCheck.output>,
  repository: Repository,
  { pages, run }: CommandEnvironment,
): Promise<void> {
  const { ok, problems, warnings, brokenThreads, ignored, workItems, events } = report;
  if (ok && ignored.length === 0 && warnings.length === 0) {
    const text = l10n.t('The store has no problems: {0} work items, {1} events.', workItems, events);
    void vscode.window.showInformationMessage(text);
    return;
  }
  const show = l10n.t('Show Report');
  const repair = l10n.t('Repair Threads…');
  const chosen = await vscode.window.showWarningMessage(
    asMessage(reportText()),
    ...(brokenThreads === 0 ? [show] : [repair, show]),
  );
  if (chosen === show) await pages.showOutput(repository, l10n.t('Store report'), report);
  if (chosen === repair) await run(storeRepair, {}, standingOf(repository));

  function reportText(): string {
    if (!ok) return l10n.t('The store has problems: {0}', problems[0] ?? '');
    if (brokenThreads > 0) return l10n.t('Work items that do not match their tasks and lanes: {0}', brokenThreads);
    const [warning] = warnings;
    return warning ?? l10n.t('The store has no problems. Ignored files in its folder: {0}', ignored.length);
  }
}

function findingsOf(output: unknown): Finding[] {
  const { finding, findings } = (output ?? {}) as { finding?: unknown; findings?: unknown };
  const given = Array.isArray(findings) ? findings : [finding];
  return given.flatMap(each => findingSchema.safeParse(each).data ?? []);
}

function outcomeOfFindings(findings: readonly Finding[]): string | undefined {
  const [finding] = findings;
  if (findings.length > 1) return l10n.t('{0} findings changed', findings.length);
  return finding && l10n.t('{0} is {1}', finding.ref, findingStatusLooks[finding.status].word(translate));
}

function outcomeOfItems(items: readonly WorkItem[], operation: AnyOperation): string | undefined {
  const [item] = items;
  if (item === undefined) return undefined;
  if (items.length > 1) return l10n.t('Updated {0} work items', items.length);
  if (operation === queueReprioritise) return l10n.t('{0} now has priority {1}', item.ref, item.priority);
  if (operation === queueDepend || operation === queueUndepend)
    return item.dependsOn.length === 0
      ? l10n.t('{0} has no dependencies', item.ref)
      : l10n.t('{0} depends on {1}', item.ref, item.dependsOn.join(', '));
  if (isTerminal(item.status))
    return l10n.t('{0} marked as {1}', item.ref, workItemStatusLooks[item.status].word(translate));
  if (item.status === 'in_flight' && item.owner !== null) return l10n.t('{0} is held by {1}', item.ref, item.owner);
  return l10n.t('{0} is {1}', item.ref, workItemStatusLooks[item.status].word(translate));
}

/** Returns true for a page of work items; a plan's `items` are no work items. */
function isPage(output: Output): output is { items: WorkItem[] } {
  return Array.isArray(output.items) && output.nextCursor !== undefined;
}
