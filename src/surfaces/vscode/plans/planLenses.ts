import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { isRefusal } from '../../../domain/refusal/refusal.js';
import type { Slice } from '../../../domain/slice/slice.js';
import { settingKeys } from '../../../manifest/settingKeys.js';
import { commandOf } from '../../../operations/commandOf.js';
import { planShow } from '../../../operations/plan/planShow.js';
import { sliceList } from '../../../operations/slice/sliceList.js';
import { slicePacket } from '../../../operations/slice/slicePacket.js';
import { sliceStart } from '../../../operations/slice/sliceStart.js';
import type { Log } from '../../../platform/log.js';
import { sliceStatusLooks } from '../../../present/status.js';
import type { RepositoryManager } from '../repository/repositoryManager.js';
import type { RepositoryState } from '../repository/repositoryState.js';
import { Disposables } from '../support/disposables.js';
import { translate } from '../support/translate.js';

const settingKey = `stateroom.${settingKeys.plansCodeLens}`;
/** Max slices searched, the newest of the task. */
const maxSlices = 100;

export interface PlanLensEnvironment {
  readonly repositories: RepositoryManager;
  readonly status: RepositoryState;
  readonly log: Log;
}

/** Shows slice, progress and checkbox state above open steps of a plan, or starts a slice. Off unless set. */
export class PlanLenses implements vscode.CodeLensProvider, vscode.Disposable {
  private readonly owned = new Disposables();
  private readonly emitter = this.owned.add(new vscode.EventEmitter<void>());
  private lastEventId: number | undefined;
  readonly onDidChangeCodeLenses = this.emitter.event;

  constructor(private readonly environment: PlanLensEnvironment) {
    const selector = { language: 'markdown', scheme: 'file' };
    this.owned.add(vscode.languages.registerCodeLensProvider(selector, this));
    this.owned.add(
      environment.status.onDidRead(({ status }) => {
        if (status?.lastEventId === this.lastEventId) return;
        this.lastEventId = status?.lastEventId;
        this.emitter.fire();
      }),
    );
    this.owned.add(
      vscode.workspace.onDidChangeConfiguration(change => {
        if (change.affectsConfiguration(settingKey)) this.emitter.fire();
      }),
    );
  }

  async provideCodeLenses(document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
    if (vscode.workspace.getConfiguration(undefined, document.uri).get(settingKey) !== true) return [];
    const repository = this.environment.repositories.repositoryFor(document.uri);
    const file = repository?.fileOf(document.uri);
    if (repository === undefined || file === undefined) return [];
    try {
      const shown = await repository.invoke(planShow, { plan: file.path }, { folder: file.top });
      // A Markdown file that is not registered as a plan.
      if (isRefusal(shown) || shown.plan === null) return [];
      // The plan may belong to another task than the branch's, with slices of its own.
      const of = shown.plan.task === null ? {} : { task: shown.plan.task };
      const listed = await repository.invoke(sliceList, { ...of, limit: maxSlices }, { folder: file.top });
      const slices = isRefusal(listed) ? [] : listed.slices;
      const words = { due: new Set(shown.due), unproven: new Set(shown.unproven) };
      return shown.items.flatMap(item => {
        // Unsaved edits may have moved the line.
        const line = item.line - 1;
        if (line >= document.lineCount || !document.lineAt(line).text.includes(item.text)) return [];
        const own = slices.find(({ planItem }) => planItem === item.id);
        const proof = words.due.has(item.id)
          ? l10n.t('has evidence, can be ticked')
          : words.unproven.has(item.id)
            ? l10n.t('ticked, no evidence')
            : undefined;
        return [new vscode.CodeLens(document.lineAt(line).range, lensOf({ ...item, of }, own, proof))];
      });
    } catch (error) {
      this.environment.log.error('The steps of a plan could not be read.', error);
      return [];
    }
  }

  dispose(): void {
    this.owned.dispose();
  }
}

function lensOf(
  item: { readonly id: string; readonly checked: boolean; readonly of: { readonly task?: string } },
  slice: Slice | undefined,
  proof: string | undefined,
): vscode.Command {
  const rest = proof === undefined ? '' : ` · ${proof}`;
  if (slice !== undefined) {
    const title = `$(layers) ${slice.ref} ${sliceStatusLooks[slice.status].word(translate)}${rest}`;
    return { title, command: commandOf(slicePacket), arguments: [{ slice: slice.ref }] };
  }
  if (item.checked) {
    const done = l10n.t('$(check) Done without a slice');
    return { title: done + rest, command: '' };
  }
  const start = l10n.t('$(play) Start slice');
  return { title: start + rest, command: commandOf(sliceStart), arguments: [{ ...item.of, item: item.id }] };
}
