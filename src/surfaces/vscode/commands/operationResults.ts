import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { TimelineEvent } from '../../../domain/event/event.js';
import { type WorkItem, workItemSchema } from '../../../domain/workItem/workItem.js';
import { isTerminal } from '../../../domain/workItem/workItemStatus.js';
import type { AnyOperation } from '../../../operations/operation.js';
import type { QueryResult } from '../../../store/store.js';
import { queryTable } from '../details/queryTable.js';
import { timelinePage } from '../details/timelinePage.js';
import type { LaneResult } from '../lanes/lanesPart.js';
import type { Room } from '../room.js';
import { asLabel, asMessage } from '../support/plainText.js';
import { back } from '../support/prompt.js';
import { reviewTrust } from '../trust/reviewTrust.js';
import { sectionOf } from '../views/queue/queueSection.js';
import { statusWord } from '../views/queue/workItemRow.js';
import type { CommandEnvironment } from './commandEnvironment.js';
import { findingsOf, recordedText, whatBecameOf } from './findingResults.js';
import { taskResults } from './taskResults.js';
import { askOfWorkItems } from './workItemPicker.js';

/** How long a status bar message about a finished act stays, in ms. */
const messageTime = 5000;

type Output = Readonly<Record<string, unknown>>;

/**
 * Shows what an operation gave. What the Queue view shows anyway gets no notification, only a line in the status bar;
 * readings open what they read.
 */
export class OperationResults {
  private readonly environment: CommandEnvironment;

  constructor(environment: CommandEnvironment) {
    this.environment = environment;
  }

  async show(operation: AnyOperation, room: Room, outputs: readonly unknown[]): Promise<void> {
    const output = (outputs[0] ?? {}) as Output;
    const items = outputs.map(itemOf).filter(item => item !== undefined);
    const findings = outputs.flatMap(findingsOf);
    const own = this.ownResults[operation.name];
    const ofTask = taskResults[operation.name];
    const ofLane = await this.environment.lanes.resultOf(operation.name, output);
    if (own !== undefined) await own(room, output, items);
    else if (ofTask !== undefined)
      await ofTask(output, { room, say: text => this.say(text), pages: this.environment.pages });
    else if (ofLane !== undefined) this.sayOfLane(ofLane);
    else if (items.length > 0) this.say(whatHappened(items));
    else if (operation.effect === 'write' && findings.length > 0) this.say(whatBecameOf(findings));
    else if (isPage(output)) await this.offer(operation, room, output.items);
    else if (operation.effect === 'read') await this.environment.pages.showResult(room, operation.title, output);
    else this.say(l10n.t('{0}: done', operation.title));
  }

  private readonly ownResults: Readonly<
    Record<string, (room: Room, output: Output, items: readonly WorkItem[]) => Promise<void> | void>
  > = {
    'queue.add': async (_room, output, [item]) => {
      if (item === undefined) return;
      const differs = output.differs as readonly string[] | undefined;
      if (output.inserted !== false) this.say(l10n.t('Added {0}', item.ref));
      else if (!differs?.length) this.say(l10n.t('{0} has this id already; nothing was added', item.ref));
      else this.say(l10n.t('{0} has this id already and keeps its own {1}', item.ref, differs.join(', ')));
      const { queueView, log } = this.environment;
      if (!queueView.visible) return;
      try {
        await queueView.reveal(sectionOf(item.section), item.id, false);
      } catch (error) {
        // The editor refuses while it draws the rows anew. What was added is added, whether or not its row is chosen.
        log.debug(`The row of ${item.ref} was not revealed: ${String(error)}`);
      }
    },
    'queue.show': async (room, _output, [item]) => {
      if (item !== undefined) await this.environment.pages.show(room, item.ref);
    },
    'queue.next': async (room, _output, [item]) => {
      if (item === undefined) return;
      this.say(l10n.t('{0} is yours', item.ref));
      await this.environment.pages.show(room, item.ref);
    },
    'queue.import': (_room, output) => {
      this.say(
        l10n.t('Added {0} work items, {1} were there already', Number(output.inserted), Number(output.existing)),
      );
    },
    'finding.record': (_room, output) => this.say(recordedText(output)),
    'finding.show': async (room, output) => {
      const [finding] = findingsOf(output);
      if (finding !== undefined) await this.environment.pages.show(room, finding.ref);
    },
    'finding.import': (_room, output) => {
      this.say(l10n.t('Recorded {0} findings, {1} were there already', Number(output.recorded), Number(output.known)));
    },
    'finding.export': async (room, output) => {
      const { file, sarif } = output;
      if (file !== null) this.say(l10n.t('Wrote {0}', String(file)));
      else await this.environment.pages.showResult(room, l10n.t('Findings'), sarif);
    },
    'task.export': async (room, output) => {
      const { file, content } = output;
      if (file !== null) this.say(l10n.t('Wrote {0}', String(file)));
      else await this.environment.pages.showResult(room, String(output.task), content);
    },
    'finding.list': async (_room, output) => {
      if (findingsOf(output).length === 0) this.say(l10n.t('There is no open finding.'));
      await vscode.commands.executeCommand('stateroom.findings.focus');
    },
    'finding.workItem': (_room, output, [item]) => {
      const [finding] = findingsOf(output);
      if (item === undefined || finding === undefined) return;
      const made = output.inserted !== false;
      this.say(
        made
          ? l10n.t('Made {0} from {1}', item.ref, finding.ref)
          : l10n.t('{0} has {1} already', finding.ref, item.ref),
      );
    },
    'events.tail': async (room, output) => {
      const { events } = output as { events: TimelineEvent[] };
      await this.environment.pages.showText(room, l10n.t('Latest events.md'), timelinePage(events));
    },
    'store.query': async (room, output) => {
      await this.environment.pages.showText(
        room,
        l10n.t('Query result.txt'),
        queryTable(output as unknown as QueryResult),
      );
    },
    'repository.status': async () => {
      await vscode.commands.executeCommand('stateroom.showStatus');
    },
    'repository.init': (_room, output) => {
      const text =
        output.created === true
          ? l10n.t('Made the store in {0}', String(output.location))
          : l10n.t('The store is in {0} already', String(output.location));
      this.say(text);
    },
    'trust.show': (room, output) => {
      // Not waited for: the person answers in their own time.
      const { notice } = this.environment;
      void reviewTrust(room, output as Parameters<typeof reviewTrust>[1]).catch(error =>
        notice.showError(l10n.t('The commands were not shown.'), error),
      );
    },
    'trust.grant': (room, output) => {
      const text =
        output.changed === true
          ? l10n.t('The commands of “{0}” are trusted', room.name)
          : l10n.t('Nothing changed: the commands of “{0}” are trusted already', room.name);
      this.say(text);
    },
    'trust.revoke': (room, output) => {
      const text =
        output.changed === true
          ? l10n.t('The commands of “{0}” are not trusted any more', room.name)
          : l10n.t('Nothing changed: no commands of “{0}” were trusted', room.name);
      this.say(text);
    },
    'store.path': async (_room, output) => {
      const location = String(output.location);
      const copy = l10n.t('Copy Path');
      const chosen = await vscode.window.showInformationMessage(l10n.t('The store is in {0}.', location), copy);
      if (chosen === copy) await vscode.env.clipboard.writeText(location);
    },
    'store.check': async (room, output) => {
      if (output.ok !== true) {
        const show = l10n.t('Show Report');
        const text = l10n.t(
          'The store has problems: {0}',
          String((output.problems as unknown[] | undefined)?.[0] ?? ''),
        );
        const chosen = await vscode.window.showWarningMessage(text, show);
        if (chosen === show) await this.environment.pages.showResult(room, l10n.t('Store report'), output);
        return;
      }
      const ignored = Array.isArray(output.ignored) ? output.ignored.length : 0;
      if (ignored > 0) {
        const show = l10n.t('Show Report');
        const text = l10n.t('The store is sound. Files in its folder that are ignored: {0}', ignored);
        const chosen = await vscode.window.showWarningMessage(text, show);
        if (chosen === show) await this.environment.pages.showResult(room, l10n.t('Store report'), output);
        return;
      }
      void vscode.window.showInformationMessage(
        l10n.t('The store is sound: {0} work items, {1} events.', Number(output.workItems), Number(output.events)),
      );
    },
    'store.compact': (_room, output) => this.say(l10n.t('Wrote {0}', String(output.snapshotFile))),
    'store.backup': (_room, output) => this.say(l10n.t('Wrote {0}', String(output.file))),
    'store.export': (_room, output) => this.say(l10n.t('Wrote {0}', String(output.file))),
    'store.restore': (_room, output) => {
      const text = l10n.t('The backup is in place. What was there before is kept as {0}.', String(output.keptAs));
      void vscode.window.showInformationMessage(text);
    },
  };

  private say(text: string): void {
    vscode.window.setStatusBarMessage(`$(check) ${asLabel(text)}`, messageTime);
  }

  private sayOfLane({ text, warning }: LaneResult): void {
    this.say(text);
    if (warning !== undefined) void vscode.window.showWarningMessage(asMessage(warning));
  }

  private async offer(operation: AnyOperation, room: Room, items: readonly WorkItem[]): Promise<void> {
    if (items.length === 0) {
      this.say(l10n.t('{0}: nothing there', operation.title));
      return;
    }
    const place = { title: operation.title, placeholder: l10n.t('Enter shows a work item') };
    const chosen = await askOfWorkItems(items, this.environment.clock, place);
    if (chosen !== undefined && chosen !== back) await this.environment.pages.show(room, chosen.ref);
  }
}

function whatHappened(items: readonly WorkItem[]): string {
  const [item] = items;
  if (item === undefined) return '';
  if (items.length > 1) return l10n.t('{0} work items changed', items.length);
  if (isTerminal(item.status)) return l10n.t('{0} is {1}; Reopen takes it up again', item.ref, statusWord(item.status));
  if (item.status === 'in_flight' && item.owner !== null) return l10n.t('{0} is held by {1}', item.ref, item.owner);
  return l10n.t('{0} is {1}', item.ref, statusWord(item.status));
}

function itemOf(output: unknown): WorkItem | undefined {
  const parsed = workItemSchema.safeParse((output as Output | null)?.item);
  return parsed.success ? parsed.data : undefined;
}

/** A page of work items; what a plan has under the same name is none. */
function isPage(output: Output): output is { items: WorkItem[] } {
  return Array.isArray(output.items) && output.nextCursor !== undefined;
}
