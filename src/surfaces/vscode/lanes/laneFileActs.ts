import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { FileAct } from '../../../manifest/laneActs.js';
import type { CommandEnvironment } from '../commands/commandEnvironment.js';
import { askLane } from '../commands/lanePicker.js';
import type { OpenRepository } from '../repository/openRepository.js';
import { back } from '../support/prompt.js';
import { sayDone } from '../support/sayDone.js';
import { showChangeCommand } from '../views/lanes/lanePart.js';
import type { LaneFile } from '../views/lanes/viewedFiles.js';

/** What an act is called with. */
interface Given {
  /** By its name, `L-3` or ULID. */
  readonly lane?: unknown;
  /** Where to go on from. */
  readonly path?: unknown;
  /** What to tick. */
  readonly paths?: unknown;
}

/** Goes through the files that a lane changes, as a reviewer does. */
export class LaneFileActs {
  constructor(private readonly environment: Pick<CommandEnvironment, 'lanesView' | 'clock'>) {}

  run(act: FileAct, repository: OpenRepository, given: Given, title: string): Promise<unknown> {
    return act === 'nextUnviewed' ? this.openNext(repository, given, title) : this.toggleViewed(given);
  }

  /** Ticks what a row stands for; a row without a box folds, as the key does elsewhere. */
  private async toggleViewed({ lane, paths }: Given): Promise<unknown> {
    if (typeof lane !== 'string' || !Array.isArray(paths)) return vscode.commands.executeCommand('list.toggleExpand');
    const marks = (await this.environment.lanesView.toggleViewed(lane, paths)).map(({ isViewed }) => isViewed);
    return { viewed: marks.includes(true) && !marks.includes(false) };
  }

  /** Opens the diff of the next file that was not viewed: after the one that is given or selected, else the first. */
  private async openNext(repository: OpenRepository, given: Given, title: string): Promise<unknown> {
    const { lanesView } = this.environment;
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
    await vscode.commands.executeCommand(showChangeCommand, { lane: name, path: next });
    await lanesView.selectFile(name, next);
    return { path: next };
  }

  /** The file whose row is selected. */
  private selectedFile(): { readonly lane: string; readonly path: string } | undefined {
    const [node] = this.environment.lanesView.selection;
    if (node?.row.type !== 'lanePart') return undefined;
    const { lane, path } = node.row.input;
    return typeof lane === 'string' && typeof path === 'string' ? { lane, path } : undefined;
  }
}

/** The first file after `path` that was not viewed, else the first of all; undefined where there is none. */
function nextUnviewed(files: readonly LaneFile[], path: unknown): string | undefined {
  const place = files.findIndex(({ file }) => file.path === path);
  const unviewed = (from: number, to?: number) => files.slice(from, to).find(({ isViewed }) => isViewed === false);
  return (unviewed(place + 1) ?? unviewed(0, place + 1))?.file.path;
}
