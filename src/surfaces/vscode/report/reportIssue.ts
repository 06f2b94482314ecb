import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { settingKeys } from '../../../manifest/settingKeys.js';
import { errorText } from '../../../messages/errorText.js';
import { say } from '../../../messages/say.js';
import { version } from '../../../platform/version.js';
import type { CommandEnvironment } from '../commands/commandEnvironment.js';
import type { Repository } from '../repository.js';
import { anonymise } from './anonymise.js';

const ownValues: ReadonlySet<string> = new Set([settingKeys.personName]);
const shownLines = 60;

/** Opens a report as a new document for the person to send. It contains no paths, names, titles or secrets. */
export function registerReportIssue(
  { repositories }: CommandEnvironment,
  recent: () => readonly string[],
): vscode.Disposable {
  return vscode.commands.registerCommand('stateroom.reportIssue', async () => {
    const people = new Map<string, string>();
    const folders = new Map([[homedir(), '<home>']]);
    const stores: string[] = [];
    let hasNames = true;
    for (const [index, repository] of repositories.all.entries()) {
      const number = index + 1;
      people.set(await repository.personName(), '<person>');
      people.set(repository.name, `<repository ${number}>`);
      folders.set(repository.folder.fsPath, `<folder ${number}>`);
      folders.set(repository.id, `<git ${number}>`);
      folders.set(repository.storeDirectory, `<store ${number}>`);
      const names = await namesIn(repository);
      for (const [name, word] of names ?? []) people.set(name, word);
      if (names === undefined) hasNames = false;
      stores.push(`- repository ${number}: ${await conditionOf(repository)}`);
    }
    const clean = anonymise({ folders, names: people });
    const text = clean([...aboutMachine(), ...stores].join('\n'));
    const log = recent()
      .slice(-shownLines)
      .map(line => clean(hasNames ? line : withoutReasons(line)));
    const content = [...questions, text, '', '## Log', '', ...fenced(log.length === 0 ? ['(empty)'] : log), ''].join(
      '\n',
    );
    const document = await vscode.workspace.openTextDocument({ language: 'markdown', content });
    await vscode.window.showTextDocument(document);
    vscode.window.setStatusBarMessage(l10n.t('The report is open in the editor. Nothing was sent.'), 10_000);
    return content;
  });
}

/** Refusals name agents and lanes: if those names cannot be read, only the code is included. */
function withoutReasons(line: string): string {
  return line.replace(/(Refused \(\w+\)): .*/s, '$1');
}

/** Names of actors and lanes; undefined if the store cannot be read. Branches are removed as paths. */
async function namesIn(repository: Repository): Promise<readonly (readonly [string, string])[] | undefined> {
  try {
    const { actors, lanes } = await repository.names();
    return [...actors.map(name => [name, '<actor>'] as const), ...lanes.map(name => [name, '<lane>'] as const)];
  } catch {
    // A report may be about an unreadable store.
    return undefined;
  }
}

async function conditionOf(repository: Repository): Promise<string> {
  try {
    const { state, reason } = await repository.health();
    return reason === undefined ? state : `${state}. ${say(reason)}`;
  } catch (error) {
    return `cannot be read. ${errorText(error)}`;
  }
}

/** Maintainers read English. */
const questions = [
  '# Stateroom: report of an issue',
  '',
  'Nothing was sent. Review the text below, remove what you do not want to share, and add:',
  '',
  '- what you did:',
  '- what you expected:',
  '- what happened:',
  '',
];

function aboutMachine(): readonly string[] {
  const { appName, remoteName, uiKind } = vscode.env;
  const where = uiKind === vscode.UIKind.Web ? 'in a browser' : 'on the desktop';
  return [
    '## Versions',
    '',
    `- Stateroom ${version}`,
    `- ${appName} ${vscode.version}, ${where}${remoteName === undefined ? '' : `, remote ${remoteName}`}`,
    `- Node.js ${process.versions.node}, ${process.platform} ${process.arch}`,
    `- workspace trusted: ${vscode.workspace.isTrusted ? 'yes' : 'no'}; folders: ${vscode.workspace.workspaceFolders?.length ?? 0}`,
    '',
    '## Settings that were set',
    '',
    ...settingsThatWereSet(),
    '',
    '## Stores',
    '',
  ];
}

function settingsThatWereSet(): readonly string[] {
  const settings = vscode.workspace.getConfiguration('stateroom');
  const lines = Object.values(settingKeys).flatMap(key => {
    const found = settings.inspect(key);
    const value = found?.workspaceFolderValue ?? found?.workspaceValue ?? found?.globalValue;
    if (value === undefined) return [];
    return [`- stateroom.${key}: ${ownValues.has(key) ? '(set)' : JSON.stringify(value)}`];
  });
  return lines.length === 0 ? ['- none'] : lines;
}

/** Fences lines with more backticks than any of them contains. */
function fenced(lines: readonly string[]): readonly string[] {
  const ticks = '`'.repeat(
    Math.max(3, ...lines.flatMap(line => [...line.matchAll(/`+/g)].map(([run]) => run.length + 1))),
  );
  return [`${ticks}text`, ...lines, ticks];
}
