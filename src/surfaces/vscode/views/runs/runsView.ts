import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { unlessRefused } from '../../../../domain/refusal/refusal.js';
import type { RunContent } from '../../../../domain/run/run.js';
import { loadRunOperations } from '../../../../operations/loadRunOperations.js';
import type { RunsRow, ShownRuns } from '../../../../present/runRows.js';
import type { OpenRepository } from '../../repository/openRepository.js';
import { translate } from '../../support/translate.js';
import { RecordView, type RecordViewEnvironment, type ViewWords } from '../recordView.js';

const runsViewId = 'stateroom.investigations';
/** Max investigations listed, latest first. */
const maxRuns = 100;

interface RunsReading {
  readonly shown: ShownRuns;
  /** True if older ones are not listed. */
  readonly isCut: boolean;
  /** Number of open hypotheses of this worktree's active investigation. */
  readonly open: number;
  /** Returns the rows at `now` (ms UTC). */
  rowsAt(now: number): readonly RunsRow[];
}

export interface RunsSnapshotRow {
  readonly id: string;
  readonly label: string;
  readonly description: string;
  /** For when clauses of menus. */
  readonly context: string;
  readonly rows: readonly RunsSnapshotRow[];
}

export interface RunsSnapshot {
  readonly message: string | undefined;
  readonly description: string | undefined;
  readonly rows: readonly RunsSnapshotRow[];
}

/** The Investigations view. Reads the contents of closed investigations when they are unfolded. */
export class RunsView extends RecordView<RunsRow, RunsReading> {
  private data: RunsReading | undefined;
  /** Refs of closed investigations that were unfolded. */
  private readonly unfolded = new Set<string>();

  constructor(environment: RecordViewEnvironment) {
    super(runsViewId, environment, treeDataProvider =>
      vscode.window.createTreeView(runsViewId, { treeDataProvider, showCollapseAll: true }),
    );
  }

  async reveal(ref: string): Promise<void> {
    if (!this.visible) return;
    await this.readNow();
    await this.select(ref, { focus: false, expand: true });
  }

  async snapshot(): Promise<RunsSnapshot> {
    await this.readAfresh();
    return {
      message: this.view.message || undefined,
      description: this.view.description || undefined,
      rows: this.nodes.roots.map(({ row }) => snapshotRow(row)),
    };
  }

  protected async load(repository: OpenRepository | undefined): Promise<RunsReading | undefined> {
    const { state } = this.environment.status.current;
    if (repository === undefined || (state !== 'ready' && state !== 'readOnly')) return undefined;
    const { runList, runShow } = await loadRunOperations();
    const { openHere, runRows } = await import('../../../../present/runRows.js');
    const { runs, nextCursor } = unlessRefused(await repository.invoke(runList, { limit: maxRuns }));
    const contents = new Map<string, RunContent>();
    for (const { ref, status } of runs) {
      if (status === 'closed' && !this.unfolded.has(ref)) continue;
      contents.set(ref, unlessRefused(await repository.invoke(runShow, { run: ref })).content);
    }
    const shown = { runs, contents, worktree: repository.top };
    return {
      ...{ shown, isCut: nextCursor !== null, open: openHere(shown) ?? 0 },
      rowsAt: now => runRows(shown, now, translate),
    };
  }

  protected take(reading: RunsReading | undefined): void {
    this.data = reading;
  }

  protected rows(now: number): readonly RunsRow[] {
    return this.data?.rowsAt(now) ?? [];
  }

  protected words(): ViewWords {
    const open = this.data?.open ?? 0;
    return {
      // No badge: the container shows one for all views, the count of items that need a person.
      description:
        open === 0 ? undefined : open === 1 ? l10n.t('1 open hypothesis') : l10n.t('{0} open hypotheses', open),
      message: this.failure ?? (this.data?.isCut ? l10n.t('Showing the latest {0}', maxRuns) : undefined),
    };
  }

  protected override dress(item: vscode.TreeItem, { input }: RunsRow): void {
    if (this.repository === undefined || input?.run === undefined || item.command === undefined) return;
    // Keeps the keyboard focus in the view.
    const page = [this.repository.id, input.run, true];
    item.command = { command: 'stateroom.openPage', title: l10n.t('Open'), arguments: page };
  }

  protected override onRepository(): void {
    super.onRepository();
    this.unfolded.clear();
  }

  protected override async onUnfold({ id }: RunsRow): Promise<void> {
    const { runs, contents } = this.data?.shown ?? { runs: [], contents: new Map() };
    if (contents.has(id) || !runs.some(({ ref }) => ref === id)) return;
    this.unfolded.add(id);
    await this.readNow();
  }
}

function snapshotRow({ id, label, description, contextValue: context, children = [] }: RunsRow): RunsSnapshotRow {
  return { id, label, description, context, rows: children.map(snapshotRow) };
}
