import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { unlessRefused } from '../../../domain/refusal/refusal.js';
import { type LaneOperations, loadLaneOperations } from '../../../operations/loadLaneCatalogue.js';
import { timeAgo } from '../../../present/relativeTime.js';
import type { CommandEnvironment } from '../commands/commandEnvironment.js';
import { invokeLong } from '../commands/invokeLong.js';
import type { OpenRepository } from '../repository/openRepository.js';
import { asLabel, asMessage } from '../support/plainText.js';
import { type Answer, askChoice, back, type Choice } from '../support/prompt.js';
import { translate } from '../support/translate.js';

type Found = Awaited<ReturnType<LaneOperations['laneLost']['run']>>;
type Lost = Extract<Found, { lost: unknown }>['lost'][number];

/** Lists commits of the last 30 days that no branch contains, and creates branches for them. */
export class LostWorkActs {
  constructor(private readonly environment: CommandEnvironment) {}

  async show(repository: OpenRepository): Promise<unknown> {
    const title = l10n.t('Lost Work');
    const { laneLost } = await loadLaneOperations();
    const searching = { title: l10n.t('Searching for lost work') };
    const answer = await invokeLong(laneLost, repository, {}, searching);
    const { lost, more, complete } = unlessRefused(answer as Found);
    if (lost.length === 0) {
      void vscode.window.showInformationMessage(l10n.t('No lost work in the last 30 days.'));
      return { lost: 0 };
    }
    const now = this.environment.clock.now();
    const rows = lost.map(one => lostRow(one, now));
    for (;;) {
      const chosen = await askChoice({ title, placeholder: placeholderOf(more, complete), rows });
      if (chosen === undefined || chosen === back) return { lost: lost.length };
      const done = await this.actOn(repository, chosen);
      if (done !== back) return done;
    }
  }

  private async actOn(repository: OpenRepository, one: Lost): Promise<Answer<unknown>> {
    const rows: Choice<'lane' | 'branch' | 'copy'>[] = [
      ...(one.restorable
        ? [
            {
              value: 'lane' as const,
              label: l10n.t('$(discard) Restore lane'),
              description: l10n.t('the lane with all its files, and its work item'),
            },
          ]
        : []),
      {
        value: 'branch',
        label: l10n.t('$(git-branch) Bring back'),
        description: l10n.t('as a new branch; nothing is checked out'),
      },
      { value: 'copy', label: l10n.t('$(copy) Copy commit id') },
    ];
    const act = await askChoice({
      title: l10n.t('Lost Work'),
      placeholder: asMessage(one.what),
      rows,
      canGoBack: true,
    });
    if (act === undefined || act === back) return act;
    if (act === 'copy') {
      await vscode.env.clipboard.writeText(one.commit);
      return undefined;
    }
    if (act === 'lane') {
      return this.environment.run((await loadLaneOperations()).workerRestore, { lane: String(one.lane) });
    }
    return this.bringBack(repository, one);
  }

  private async bringBack(repository: OpenRepository, { id }: Lost): Promise<unknown> {
    const { laneBringBack } = await loadLaneOperations();
    const answer = (await invokeLong(laneBringBack, repository, { id })) as Awaited<
      ReturnType<typeof laneBringBack.run>
    >;
    const { branch, made, leftOut } = unlessRefused(answer);
    const sentences = [
      made
        ? l10n.t('Created branch {0}. To undo it, delete the branch.', branch)
        : l10n.t('Branch {0} has this work already.', branch),
      ...(leftOut.length === 0 ? [] : [l10n.t('Left out, because they may hold secrets: {0}.', leftOut.join(', '))]),
    ];
    const copy = l10n.t('Copy Branch Name');
    // Not awaited: the person may answer at any time.
    void vscode.window.showInformationMessage(asMessage(sentences.join(' ')), copy).then(chosen => {
      if (chosen === copy) void vscode.env.clipboard.writeText(branch);
    });
    return { branch, made };
  }
}

function placeholderOf(more: number, complete: boolean): string {
  if (!complete) return l10n.t('Newest first; only what git’s reflogs know was searched');
  return more === 0 ? l10n.t('Newest first') : l10n.t('Newest first; {0} older ones are not shown', more);
}

function lostRow(one: Lost, now: number): Choice<Lost> {
  const { kind, what, at, who, branch, lane, files } = one;
  const facts = [kindWord(kind), timeAgo(Date.parse(at), now, translate).text, who, lane ?? branch, filesText(files)];
  const description = facts.filter(fact => fact !== null && fact !== undefined).join(' · ');
  return { label: `$(${kindIcons[kind]}) ${asLabel(what)}`, description: asLabel(description), value: one };
}

const kindIcons: Readonly<Record<Lost['kind'], string>> = {
  stash: 'inbox',
  droppedStash: 'inbox',
  commit: 'git-commit',
  backup: 'archive',
  worktree: 'folder',
};

function kindWord(kind: Lost['kind']): string {
  const words: Readonly<Record<Lost['kind'], string>> = {
    stash: l10n.t('stash'),
    droppedStash: l10n.t('dropped stash'),
    commit: l10n.t('commit'),
    backup: l10n.t('backup'),
    worktree: l10n.t('removed worktree'),
  };
  return words[kind];
}

function filesText(files: number | null): string | undefined {
  if (files === null) return undefined;
  return files === 1 ? l10n.t('1 file') : l10n.t('{0} files', files);
}
