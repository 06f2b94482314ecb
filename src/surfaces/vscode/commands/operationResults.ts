import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { TimelineEvent } from '../../../domain/event/event.js';
import { type WorkItem, workItemSchema } from '../../../domain/workItem/workItem.js';
import { isTerminal } from '../../../domain/workItem/workItemStatus.js';
import { eventsTail } from '../../../operations/events/eventsTail.js';
import { findingExport } from '../../../operations/finding/findingExport.js';
import { findingImport } from '../../../operations/finding/findingImport.js';
import { findingList } from '../../../operations/finding/findingList.js';
import { findingRecord } from '../../../operations/finding/findingRecord.js';
import { findingShow } from '../../../operations/finding/findingShow.js';
import { findingWorkItem } from '../../../operations/finding/findingWorkItem.js';
import { isOfLanes } from '../../../operations/isOfLanes.js';
import { loadLaneOperations } from '../../../operations/loadLaneCatalogue.js';
import type { AnyOperation } from '../../../operations/operation.js';
import { queueAdd } from '../../../operations/queue/queueAdd.js';
import { queueImport } from '../../../operations/queue/queueImport.js';
import { queueNext } from '../../../operations/queue/queueNext.js';
import { queueShow } from '../../../operations/queue/queueShow.js';
import { repositoryInit } from '../../../operations/repository/repositoryInit.js';
import { repositoryStatus } from '../../../operations/repository/repositoryStatus.js';
import { storeBackup } from '../../../operations/store/storeBackup.js';
import { storeCheck } from '../../../operations/store/storeCheck.js';
import { storeCompact } from '../../../operations/store/storeCompact.js';
import { storeExport } from '../../../operations/store/storeExport.js';
import { storePath } from '../../../operations/store/storePath.js';
import { storeQuery } from '../../../operations/store/storeQuery.js';
import { storeRestore } from '../../../operations/store/storeRestore.js';
import { taskExport } from '../../../operations/task/taskExport.js';
import { trustGrant } from '../../../operations/trust/trustGrant.js';
import { trustRevoke } from '../../../operations/trust/trustRevoke.js';
import { trustShow } from '../../../operations/trust/trustShow.js';
import { sectionOf } from '../../../present/queueSection.js';
import { workItemStatusLooks } from '../../../present/status.js';
import { timelinePage } from '../../../present/timelinePage.js';
import type { QueryResult } from '../../../store/store.js';
import { queryTable } from '../details/queryTable.js';
import type { Repository } from '../repository.js';
import { editorPen } from '../support/editorPen.js';
import { asMessage } from '../support/plainText.js';
import { back } from '../support/prompt.js';
import { sayDone } from '../support/sayDone.js';
import { translate } from '../support/translate.js';
import { reviewTrust } from '../trust/reviewTrust.js';
import type { CommandEnvironment } from './commandEnvironment.js';
import { findingsOf, outcomeOf, recordedText } from './findingResults.js';
import type { LaneResult } from './laneResults.js';
import { taskResults } from './taskResults.js';
import { askOfWorkItems } from './workItemPicker.js';

type Output = Readonly<Record<string, unknown>>;

/**
 * Shows what an operation gave. What the Queue view shows anyway gets no notification, only a line in the status bar;
 * readings open what they read.
 */
export class OperationResults {
  constructor(private readonly environment: CommandEnvironment) {}

  async show(operation: AnyOperation, repository: Repository, outputs: readonly unknown[]): Promise<void> {
    const output = (outputs[0] ?? {}) as Output;
    const items = outputs.map(itemOf).filter(item => item !== undefined);
    const findings = outputs.flatMap(findingsOf);
    const own = this.ownResults[operation.name];
    const ofTask = taskResults[operation.name];
    const ofLane = isOfLanes(operation.name)
      ? (await import('./laneResults.js')).laneResult(await loadLaneOperations(), operation, output)
      : undefined;
    if (own !== undefined) await own(repository, output, items);
    else if (ofTask !== undefined) await ofTask(output, { repository, say: sayDone, pages: this.environment.pages });
    else if (ofLane !== undefined) this.sayOfLane(ofLane);
    else if (items.length > 0) sayDone(whatHappened(items));
    else if (operation.effect === 'write' && findings.length > 0) sayDone(outcomeOf(findings));
    else if (isPage(output)) await this.offer(operation, repository, output.items);
    else if (operation.effect === 'read') await this.environment.pages.showResult(repository, operation.title, output);
    else sayDone(l10n.t('{0}: done', operation.title));
  }

  private readonly ownResults: Readonly<
    Record<string, (repository: Repository, output: Output, items: readonly WorkItem[]) => Promise<void> | void>
  > = {
    [queueAdd.name]: async (_repository, output, [item]) => {
      if (item === undefined) return;
      const differs = output.differs as readonly string[] | undefined;
      if (output.inserted !== false) sayDone(l10n.t('Added {0}', item.ref));
      else if (!differs?.length) sayDone(l10n.t('{0} already exists; nothing was added', item.ref));
      else sayDone(l10n.t('{0} already exists with different values: {1}', item.ref, differs.join(', ')));
      const { queueView, log } = this.environment;
      if (!queueView.visible) return;
      try {
        await queueView.reveal(sectionOf(item.section), item.id, false);
      } catch (error) {
        // The editor refuses while it draws the rows again. What was added is added, whether or not its row is chosen.
        log.debug(`The row of ${item.ref} was not revealed: ${String(error)}`);
      }
    },
    [queueShow.name]: async (repository, _output, [item]) => {
      if (item !== undefined) await this.environment.pages.show(repository, item.ref);
    },
    [queueNext.name]: async (repository, _output, [item]) => {
      if (item === undefined) return;
      sayDone(l10n.t('Claimed {0}', item.ref));
      await this.environment.pages.show(repository, item.ref);
    },
    [queueImport.name]: (_repository, output) => {
      sayDone(l10n.t('Added {0} work items; {1} already existed', Number(output.inserted), Number(output.existing)));
    },
    [findingRecord.name]: (_repository, output) => sayDone(recordedText(output)),
    [findingShow.name]: async (repository, output) => {
      const [finding] = findingsOf(output);
      if (finding !== undefined) await this.environment.pages.show(repository, finding.ref);
    },
    [findingImport.name]: (_repository, output) => {
      sayDone(l10n.t('Recorded {0} findings; {1} already existed', Number(output.recorded), Number(output.known)));
    },
    [findingExport.name]: async (repository, output) => {
      const { file, sarif } = output;
      if (file !== null) sayDone(l10n.t('Wrote {0}', String(file)));
      else await this.environment.pages.showResult(repository, l10n.t('Findings'), sarif);
    },
    [taskExport.name]: async (repository, output) => {
      const { file, content } = output;
      if (file !== null) sayDone(l10n.t('Wrote {0}', String(file)));
      else await this.environment.pages.showResult(repository, String(output.task), content);
    },
    [findingList.name]: async (_repository, output) => {
      if (findingsOf(output).length === 0) sayDone(l10n.t('No open findings.'));
      await vscode.commands.executeCommand('stateroom.findings.focus');
    },
    [findingWorkItem.name]: (_repository, output, [item]) => {
      const [finding] = findingsOf(output);
      if (item === undefined || finding === undefined) return;
      const made = output.inserted !== false;
      sayDone(
        made
          ? l10n.t('Created {0} from {1}', item.ref, finding.ref)
          : l10n.t('{0} already has work item {1}', finding.ref, item.ref),
      );
    },
    [eventsTail.name]: async (repository, output) => {
      const { events } = output as { events: TimelineEvent[] };
      await this.environment.pages.showText(repository, l10n.t('Latest events.md'), timelinePage(events, editorPen));
    },
    [storeQuery.name]: async (repository, output) => {
      await this.environment.pages.showText(
        repository,
        l10n.t('Query result.txt'),
        queryTable(output as unknown as QueryResult),
      );
    },
    [repositoryStatus.name]: async () => {
      await vscode.commands.executeCommand('stateroom.showStatus');
    },
    [repositoryInit.name]: (_repository, output) => {
      const text =
        output.created === true
          ? l10n.t('Created the store in {0}', String(output.location))
          : l10n.t('The store already exists in {0}', String(output.location));
      sayDone(text);
    },
    [trustShow.name]: (repository, output) => {
      // Not waited for: the person answers in their own time.
      const { notice } = this.environment;
      void reviewTrust(repository, output as Parameters<typeof reviewTrust>[1]).catch(error =>
        notice.showError(l10n.t('Could not show the commands.'), error),
      );
    },
    [trustGrant.name]: (repository, output) => {
      const text =
        output.changed === true
          ? l10n.t('The commands of “{0}” are trusted', repository.name)
          : l10n.t('Nothing changed: the commands of “{0}” are already trusted', repository.name);
      sayDone(text);
    },
    [trustRevoke.name]: (repository, output) => {
      const text =
        output.changed === true
          ? l10n.t('The commands of “{0}” are no longer trusted', repository.name)
          : l10n.t('Nothing changed: no commands of “{0}” were trusted', repository.name);
      sayDone(text);
    },
    [storePath.name]: async (_repository, output) => {
      const location = String(output.location);
      const copy = l10n.t('Copy Path');
      const chosen = await vscode.window.showInformationMessage(l10n.t('The store is in {0}.', location), copy);
      if (chosen === copy) await vscode.env.clipboard.writeText(location);
    },
    [storeCheck.name]: async (repository, output) => {
      if (output.ok !== true) {
        const show = l10n.t('Show Report');
        const text = l10n.t(
          'The store has problems: {0}',
          String((output.problems as unknown[] | undefined)?.[0] ?? ''),
        );
        const chosen = await vscode.window.showWarningMessage(text, show);
        if (chosen === show) await this.environment.pages.showResult(repository, l10n.t('Store report'), output);
        return;
      }
      const ignored = Array.isArray(output.ignored) ? output.ignored.length : 0;
      if (ignored > 0) {
        const show = l10n.t('Show Report');
        const text = l10n.t('The store has no problems. Ignored files in its folder: {0}', ignored);
        const chosen = await vscode.window.showWarningMessage(text, show);
        if (chosen === show) await this.environment.pages.showResult(repository, l10n.t('Store report'), output);
        return;
      }
      void vscode.window.showInformationMessage(
        l10n.t(
          'The store has no problems: {0} work items, {1} events.',
          Number(output.workItems),
          Number(output.events),
        ),
      );
    },
    [storeCompact.name]: (_repository, output) => sayDone(l10n.t('Wrote {0}', String(output.snapshotFile))),
    [storeBackup.name]: (_repository, output) => sayDone(l10n.t('Wrote {0}', String(output.file))),
    [storeExport.name]: (_repository, output) => sayDone(l10n.t('Wrote {0}', String(output.file))),
    [storeRestore.name]: (_repository, output) => {
      const text = l10n.t('Restored the backup. The previous state is kept as {0}.', String(output.keptAs));
      void vscode.window.showInformationMessage(text);
    },
  };

  private sayOfLane({ text, warning }: LaneResult): void {
    sayDone(text);
    if (warning !== undefined) void vscode.window.showWarningMessage(asMessage(warning));
  }

  private async offer(operation: AnyOperation, repository: Repository, items: readonly WorkItem[]): Promise<void> {
    if (items.length === 0) {
      sayDone(l10n.t('{0}: no results', operation.title));
      return;
    }
    const place = { title: operation.title, placeholder: l10n.t('Select a work item to show') };
    const chosen = await askOfWorkItems(items, this.environment.clock, place);
    if (chosen !== undefined && chosen !== back) await this.environment.pages.show(repository, chosen.ref);
  }
}

function whatHappened(items: readonly WorkItem[]): string {
  const [item] = items;
  if (item === undefined) return '';
  if (items.length > 1) return l10n.t('Updated {0} work items', items.length);
  if (isTerminal(item.status))
    return l10n.t('{0} marked as {1}', item.ref, workItemStatusLooks[item.status].word(translate));
  if (item.status === 'in_flight' && item.owner !== null) return l10n.t('{0} is held by {1}', item.ref, item.owner);
  return l10n.t('{0} is {1}', item.ref, workItemStatusLooks[item.status].word(translate));
}

function itemOf(output: unknown): WorkItem | undefined {
  const parsed = workItemSchema.safeParse((output as Output | null)?.item);
  return parsed.success ? parsed.data : undefined;
}

/** A page of work items; what a plan has under the same name is none. */
function isPage(output: Output): output is { items: WorkItem[] } {
  return Array.isArray(output.items) && output.nextCursor !== undefined;
}
