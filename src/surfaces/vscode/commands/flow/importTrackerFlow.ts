import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { z } from 'zod';
import { oneLine } from '../../../../domain/text/oneLine.js';
import { importTracker } from '../../../../operations/import/importTracker.js';
import { invokeOrThrow } from '../../support/invokeOrThrow.js';
import { asMessage } from '../../support/plainText.js';
import { askChoice, back } from '../../support/prompt.js';
import type { Flow, OperationFlow } from './flow.js';

type Preview = z.output<typeof importTracker.output>;

const maxShown = 20;

export const importTrackerFlow: OperationFlow = async flow => {
  if (flow.has('path')) return flow.result();
  const path = await askForSource(flow);
  if (path === undefined) return undefined;
  const preview = await invokeOrThrow(flow.repository, importTracker, { path, dryRun: true });
  const hasProblems = preview.skipped > 0 || preview.brokenDependencies.length > 0;
  if (preview.added === 0 && preview.conversions.length === 0 && !hasProblems) {
    void vscode.window.showInformationMessage(l10n.t('Nothing to import: everything already exists.'));
    return undefined;
  }
  if (!(await isMeant(preview))) return undefined;
  flow.input.path = path;
  if (hasProblems) flow.input.skipInvalid = true;
  return flow.result();
};

async function askForSource(flow: Flow): Promise<string | undefined> {
  const folder = flow.repository.folder.fsPath;
  const source = await askChoice({
    title: flow.title,
    placeholder: l10n.t('Select what to import'),
    rows: [
      {
        value: 'repository' as const,
        label: l10n.t('This repository'),
        detail: l10n.t('Files of beads, Task Master, Backlog.md, agent-state or workstate in {0}', folder),
      },
      {
        value: 'file' as const,
        label: l10n.t('File…'),
        detail: l10n.t('A file or database of one of these, issues of GitHub, GitLab, Jira or Linear, CSV or JSON'),
      },
      { value: 'folder' as const, label: l10n.t('Folder…'), detail: l10n.t('Another folder with such files') },
    ],
  });
  if (source === undefined || source === back) return undefined;
  if (source === 'repository') return folder;
  const chosen = await vscode.window.showOpenDialog({
    title: flow.title,
    openLabel: l10n.t('Import'),
    canSelectMany: false,
    canSelectFiles: source === 'file',
    canSelectFolders: source === 'folder',
    defaultUri: flow.repository.folder,
  });
  return chosen?.[0]?.fsPath;
}

async function isMeant(preview: Preview): Promise<boolean> {
  const { added, existing, format, conversions, skipped, problems, brokenDependencies, notes } = preview;
  const unreadable = problems.map(({ file, line, problem }) => `${file}:${line}: ${oneLine(problem)}`);
  const broken = brokenDependencies.map(({ id, dependsOn, problem }) =>
    problem === 'missing' ? l10n.t('{0} → {1} (not found)', id, dependsOn) : l10n.t('{0} → {1} (cycle)', id, dependsOn),
  );
  const detail = [
    ...(existing === 0 ? [] : [l10n.t('{0} already exist and stay unchanged.', existing), '']),
    ...notes.flatMap(note => [oneLine(note), '']),
    ...shown(conversions.map(({ field, from, to, count }) => `${field}: ${oneLine(from)} → ${oneLine(to)} (${count})`)),
    ...(skipped === 0
      ? []
      : ['', l10n.t('Entries that cannot be read, which would be left out:'), ...shown(unreadable)]),
    ...(broken.length === 0 ? [] : ['', l10n.t('Broken dependencies, which would be left out:'), ...shown(broken)]),
  ].join('\n');
  const withoutBroken = skipped > 0 ? l10n.t('Import the Rest') : l10n.t('Import Without Broken Dependencies');
  const accept = skipped + broken.length === 0 ? l10n.t('Import') : withoutBroken;
  const text =
    added === 1
      ? l10n.t('Import 1 work item from {0}?', format)
      : l10n.t('Import {0} work items from {1}?', added, format);
  return (await vscode.window.showInformationMessage(asMessage(text), { modal: true, detail }, accept)) === accept;
}

function shown(lines: readonly string[]): string[] {
  const more = lines.length - maxShown;
  return more <= 0 ? [...lines] : [...lines.slice(0, maxShown), l10n.t('and {0} more', more)];
}
