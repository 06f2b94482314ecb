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
/** Investigations that are listed, the latest. */
const maxRuns = 100;

interface RunsReading {
  readonly shown: ShownRuns;
  /** There are older ones, which are not listed. */
  readonly isCut: boolean;
  /** Open hypotheses of the active one of this worktree. */
  readonly open: number;
  /** The rows at a moment, ms UTC. */
  rowsAt(now: number): readonly RunsRow[];
}

/** A row of the view with its children, as text. */
export interface RunsSnapshotRow {
  readonly id: string;
  readonly label: string;
  readonly description: string;
  /** For when clauses of menus. */
  readonly context: string;
  readonly rows: readonly RunsSnapshotRow[];
}

/** What the Investigations view shows, as text. */
export interface RunsSnapshot {
  readonly message: string | undefined;
  readonly description: string | undefined;
  readonly rows: readonly RunsSnapshotRow[];
}

/** The Investigations view. Of closed ones it reads what they hold once they are unfolded. */
export class RunsView extends RecordView<RunsRow, RunsReading> {
  private data: RunsReading | undefined;
  /** Closed ones that were unfolded, by ref. */
  private readonly unfolded = new Set<string>();

  constructor(environment: RecordViewEnvironment) {
    super(runsViewId, environment, treeDataProvider =>
      vscode.window.createTreeView(runsViewId, { treeDataProvider, showCollapseAll: true }),
    );
  }

  /** Selects the row of an investigation where the view is in sight. */
  async reveal(ref: string): Promise<void> {
    if (!this.visible) return;
    await this.readNow();
    await this.select(ref, { focus: false, expand: true });
  }

  /** What the view shows, as text, for tests and for other extensions. */
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
    // The code that makes the rows is read with the first look.
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
      // No badge: that of the container is the count of what needs a person, once for all views.
      description:
        open === 0 ? undefined : open === 1 ? l10n.t('1 open hypothesis') : l10n.t('{0} open hypotheses', open),
      message: this.failure ?? (this.data?.isCut ? l10n.t('Showing the latest {0}', maxRuns) : undefined),
    };
  }

  protected override dress(item: vscode.TreeItem, { input }: RunsRow): void {
    if (this.repository === undefined || input?.run === undefined || item.command === undefined) return;
    // The keyboard stays with the rows.
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
