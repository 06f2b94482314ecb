import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { FileAct } from '../../../manifest/laneActs.js';
import type { CommandEnvironment } from '../commands/commandEnvironment.js';
import { askLane } from '../commands/lanePicker.js';
import type { OpenRepository } from '../repository/openRepository.js';
import { back } from '../support/prompt.js';
import { sayDone } from '../support/sayDone.js';
import type { LaneFile } from '../views/lanes/viewedFiles.js';

interface Given {
  /** Lane name, `L-3` or ULID. */
  readonly lane?: unknown;
  /** Path after which to continue. */
  readonly path?: unknown;
  readonly paths?: unknown;
}

export class LaneFileActs {
  constructor(private readonly environment: Pick<CommandEnvironment, 'lanesView' | 'actOnLane'>) {}

  run(act: FileAct, repository: OpenRepository, given: Given, title: string): Promise<unknown> {
    return act === 'nextUnviewed' ? this.openNext(repository, given, title) : this.toggleViewed(given);
  }

  /** Toggles the viewed marks of a row; a row without a check box folds, as the key does elsewhere. */
  private async toggleViewed({ lane, paths }: Given): Promise<unknown> {
    if (typeof lane !== 'string' || !Array.isArray(paths)) return vscode.commands.executeCommand('list.toggleExpand');
    const marks = (await this.environment.lanesView.toggleViewed(lane, paths)).map(({ isViewed }) => isViewed);
    return { viewed: marks.includes(true) && !marks.includes(false) };
  }

  /** Opens the diff of the next unviewed file: after the given or selected one, else the first. */
  private async openNext(repository: OpenRepository, given: Given, title: string): Promise<unknown> {
    const { lanesView, actOnLane } = this.environment;
    const selected = this.selectedFile();
    const place = typeof given.lane === 'string' ? { lane: given.lane, path: given.path } : selected;
    let name = place?.lane;
    if (name === undefined) {
      const placeholder = l10n.t('Select a lane');
      const chosen = await askLane(repository, { title, placeholder });
      if (chosen === undefined || chosen === back) return undefined;
      name = chosen.lane;
    }
    const path = place?.path ?? (selected?.lane === name ? selected.path : undefined);
    const files = await lanesView.readFiles(name);
    const next = nextUnviewed(files, path);
    if (next === undefined) {
      sayDone(l10n.t('No unviewed files in {0}.', name));
      return { path: null };
    }
    await actOnLane('showChange', { lane: name, path: next });
    await lanesView.selectFile(name, next);
    return { path: next };
  }

  private selectedFile(): { readonly lane: string; readonly path: string } | undefined {
    const [node] = this.environment.lanesView.selection;
    if (node?.row.type !== 'lanePart') return undefined;
    const { lane, path } = node.row.input;
    return typeof lane === 'string' && typeof path === 'string' ? { lane, path } : undefined;
  }
}

/** Returns the first unviewed file after `path`, else the first of all; undefined if there is none. */
function nextUnviewed(files: readonly LaneFile[], path: unknown): string | undefined {
  const place = files.findIndex(({ file }) => file.path === path);
  const unviewed = (from: number, to?: number) => files.slice(from, to).find(({ isViewed }) => isViewed === false);
  return (unviewed(place + 1) ?? unviewed(0, place + 1))?.file.path;
}
