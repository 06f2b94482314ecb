import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { Need } from '../../../../domain/lane/need.js';
import { needTooltip } from '../../../../present/needRow.js';
import { questionText } from '../../../../present/questionText.js';
import { inEditorsLanguage } from '../../support/inEditorsLanguage.js';
import { localTime } from '../../support/localTime.js';
import { translate } from '../../support/translate.js';
import { workItemTooltip } from '../queue/workItemTooltip.js';
import { recordTooltip } from '../recordTooltip.js';
import { RecordView, type RecordViewEnvironment, type ViewWords } from '../recordView.js';
import { type NeedsYouRow, needsYouRows } from './needsYouRows.js';
import { needsYouText } from './needsYouText.js';

export const needsYouViewId = 'stateroom.needsYou';

export interface NeedsYouSnapshot {
  readonly message: string | undefined;
  readonly badge: number;
  readonly rows: readonly {
    readonly id: string;
    readonly ref: string;
    readonly label: string;
    readonly description: string;
    /** For when clauses of menus. */
    readonly context: string;
  }[];
}

/** The Needs You view: everything in queue, tasks and lanes that waits for a person. The only view with a badge. */
export class NeedsYouView extends RecordView<NeedsYouRow, undefined> {
  constructor(environment: RecordViewEnvironment) {
    super(needsYouViewId, environment, treeDataProvider =>
      vscode.window.createTreeView(needsYouViewId, { treeDataProvider }),
    );
    this.owned.add(environment.status.onDidReadOpenWork(() => this.arrange()));
  }

  async snapshot(): Promise<NeedsYouSnapshot> {
    await this.readAfresh();
    return {
      message: this.view.message || undefined,
      badge: this.view.badge?.value ?? 0,
      rows: this.nodes.roots.map(({ row }) => {
        const { id, label, description, contextValue: context } = row;
        return { id, ref: row.type === 'need' ? row.need.ref : row.item.ref, label, description, context };
      }),
    };
  }

  /** Reads nothing: the repository state, whose change triggers the read, contains everything. */
  protected async load(): Promise<undefined> {
    return undefined;
  }

  protected take(): void {}

  protected rows(now: number): readonly NeedsYouRow[] {
    const { status } = this.environment.status.current;
    return status === undefined ? [] : needsYouRows(status, now);
  }

  protected words(): ViewWords {
    const total = this.environment.status.current.status?.totals?.needsYou ?? 0;
    const shown = this.nodes.roots.length;
    return {
      badge: total === 0 ? undefined : { value: total, tooltip: needsYouText(total) },
      message: shown > 0 && shown < total ? l10n.t('Showing {0} of {1}', shown, total) : this.failure,
    };
  }

  protected override dress(item: vscode.TreeItem, row: NeedsYouRow): void {
    const { repository } = this;
    if (row.type !== 'workItem' || repository === undefined) return;
    // Keeps the keyboard focus in the view.
    const page = [repository.id, row.item.ref, true];
    item.command = { command: 'stateroom.openPage', title: l10n.t('Open'), arguments: page };
  }

  protected override resolve(item: vscode.TreeItem, row: NeedsYouRow): void {
    if (row.need !== undefined)
      item.tooltip = recordTooltip(
        needTooltip(askedNeed({ ...row, need: row.need }), translate, inEditorsLanguage, localTime),
      );
    else if (row.type === 'workItem')
      item.tooltip = recordTooltip(workItemTooltip(row.item, this.environment.clock.now()));
  }

  /** Time at which a heartbeat becomes overdue, or a lane has been without a worker for too long. */
  protected override get readsAt(): number | undefined {
    const at = this.environment.status.current.status?.openWorkChangesAt;
    return at == null ? undefined : Date.parse(at);
  }

  protected override async onReadingDue(): Promise<void> {
    await this.environment.status.readOpenWork();
  }
}

/** The need of a row; that of a work item has its open questions with their choices. */
function askedNeed(row: NeedsYouRow & { readonly need: Need }): Need {
  return row.type === 'need' ? row.need : { ...row.need, text: questionText(row.item, translate) ?? row.need.text };
}
