import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { unlessRefused } from '../../../domain/refusal/refusal.js';
import { loadLaneOperations } from '../../../operations/loadLaneCatalogue.js';
import { timeAgo } from '../../../present/relativeTime.js';
import type { CommandEnvironment } from '../commands/commandEnvironment.js';
import { readLanes } from '../commands/lanePicker.js';
import type { OpenRepository } from '../repository/openRepository.js';
import { localTime } from '../support/localTime.js';
import { openInNewWindow } from '../support/openInNewWindow.js';
import { asLabel, asMessage } from '../support/plainText.js';
import { type Answer, askChoice, back, type Choice } from '../support/prompt.js';
import { translate } from '../support/translate.js';

type Rescue = Awaited<ReturnType<typeof readRescues>>[number];

/** Lists and restores backups of removed worktrees. Deleting them is left to the command line. */
export class RescueActs {
  constructor(private readonly environment: CommandEnvironment) {}

  async show(repository: OpenRepository, lane: string | undefined): Promise<unknown> {
    const title = lane === undefined ? l10n.t('Lane Backups') : l10n.t('Backups of {0}', lane);
    for (;;) {
      const list = readRescues(repository, lane);
      const now = this.environment.clock.now();
      const rows = list.then(rescues => rescues.map(one => rescueRow(one, now)));
      const empty = l10n.t('No backups: no worktree has been removed.');
      const chosen = await askChoice({ title, placeholder: l10n.t('Newest first'), empty, rows });
      if (chosen === undefined || chosen === back) return { rescues: (await list).length };
      if ((await this.actOn(repository, chosen)) !== back) return undefined;
    }
  }

  private async actOn(repository: OpenRepository, rescue: Rescue): Promise<Answer<true>> {
    const lane = (await readLanes(repository, true)).find(({ lane: name }) => name === rescue.lane);
    const isOver = lane?.status === 'closed' || lane?.state === 'FAILED';
    const rows: Choice<'lane' | 'beside' | 'show'>[] = [
      ...(isOver
        ? [
            {
              value: 'lane' as const,
              label: l10n.t('$(discard) Restore lane'),
              description: l10n.t('from its latest backup'),
            },
          ]
        : []),
      {
        value: 'beside',
        label: l10n.t('$(new-folder) Restore as new worktree'),
        description: l10n.t('separate worktree, not on a branch'),
      },
      { value: 'show', label: l10n.t('$(go-to-file) Show contents') },
    ];
    const placeholder = asMessage(l10n.t('{0}, backed up {1}', rescue.lane, localTime(rescue.keptAt)));
    const act = await askChoice({ title: l10n.t('Backup of {0}', rescue.lane), placeholder, rows, canGoBack: true });
    if (act === undefined || act === back) return act;
    if (act === 'lane') await this.environment.run((await loadLaneOperations()).workerRestore, { lane: rescue.lane });
    if (act === 'show') await this.page(repository, rescue);
    if (act === 'beside') await this.beside(repository, rescue);
    return true;
  }

  private async page(repository: OpenRepository, { ref }: Rescue): Promise<void> {
    const found = unlessRefused(await repository.invoke((await loadLaneOperations()).laneRescue, { rescue: ref }));
    const { lane, keptAt, directory, branch, head, operation, commit, secretPaths, emptyFolders, leftBehind } = found;
    const listed = (title: string, entries: readonly string[]): string =>
      entries.length === 0 ? '' : ['', `${title}:`, ...entries.map(entry => `- ${entry}`)].join('\n');
    const large = leftBehind.map(({ path, bytes }) => (bytes === null ? path : `${path} (${bytes})`));
    const text = [
      l10n.t('Backup of lane {0}: {1}', lane, localTime(keptAt)),
      l10n.t('Worktree: {0}', directory),
      l10n.t('HEAD: {0}', `${head}${branch === null ? '' : ` (${branch})`}`),
      ...(operation === null ? [] : [l10n.t('Operation in progress: {0}', operation)]),
      l10n.t('Its files are in commit {0}, under files/: git ls-tree -r {1} files/', commit, commit.slice(0, 12)),
      listed(l10n.t('Files that look like secrets, stored next to the store'), secretPaths),
      listed(l10n.t('Empty folders'), emptyFolders),
      listed(l10n.t('Too large to back up (bytes)'), large),
    ].filter(line => line !== '');
    await this.environment.pages.showText(repository, l10n.t('Backup of {0}.txt', lane), `${text.join('\n')}\n`);
  }

  private async beside(repository: OpenRepository, { ref }: Rescue): Promise<void> {
    const operation = (await loadLaneOperations()).laneRescueRestore;
    const options = { location: vscode.ProgressLocation.Notification, title: operation.title };
    const made = await vscode.window.withProgress(options, () => repository.invoke(operation, { rescue: ref }));
    const { worktreePath } = unlessRefused(made);
    const open = l10n.t('Open in New Window');
    const text = asMessage(l10n.t('Restored to {0}.', worktreePath));
    // Not awaited: the person may answer at any time.
    void vscode.window.showInformationMessage(text, open).then(chosen => {
      if (chosen === open) void openInNewWindow(worktreePath);
    });
  }
}

async function readRescues(repository: OpenRepository, lane: string | undefined) {
  const about = lane === undefined ? {} : { lane };
  return unlessRefused(await repository.invoke((await loadLaneOperations()).laneRescues, about)).rescues;
}

function secretsBeside(count: number): string | undefined {
  if (count === 0) return undefined;
  return count === 1 ? l10n.t('1 secret stored separately') : l10n.t('{0} secrets stored separately', count);
}

function rescueRow(rescue: Rescue, now: number): Choice<Rescue> {
  const { lane, keptAt, branch, operation, secrets } = rescue;
  const facts = [
    timeAgo(Date.parse(keptAt), now, translate).text,
    branch ?? undefined,
    operation === null ? undefined : l10n.t('{0} in progress', operation),
    secretsBeside(secrets),
  ].filter(fact => fact !== undefined);
  return { label: `$(archive) ${asLabel(lane)}`, description: asLabel(facts.join(' · ')), value: rescue };
}
