import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findFiles } from '../../build/findFiles.mjs';
import { place } from '../../build/place.mjs';
import { catalogue } from '../../src/operations/catalogue.js';
import { withoutComments } from './contribution/namedContributions.js';

/** Words with which a text promises, or denies, that something can be had back. */
const promise =
  /\b(?:undo(?:es|ne)?|restor(?:e|es|ed|ing)|(?:bring|brings|brought|comes?|came|takes?|taken) (?:\S+ ){0,3}back|revert(?:s|ed)?|reopen(?:s|ed|ing)?|back(?:s|ed)? up)\b/i;

/** `<file>: <words of the name of its test>` */
type TestName = `${string}: ${string}`;

const editor = 'src/surfaces/vscode/promisedUndo.spec.ts';
const close =
  'src/operations/lane/closeLane.spec.ts: keeps everything, removes the worktree, and restore brings it back';
const item = 'src/operations/lane/restoreItem.spec.ts: restoring a lane takes back what its close did to the work item';
const table = 'src/records/thread/threadTable.spec.ts: the table of threads in docs/threads.md';
const lost = 'src/operations/lane/laneLost.spec.ts: comes back as a new branch';
const retry = `src/operations/lane/closeLane.spec.ts: begins anew at the base and keeps what the last attempt left`;
const rescued = 'src/git/rescue/rescue.spec.ts: a worktree that was kept, removed and restored is the same after';
const findingUndo = 'src/operations/finding/life.spec.ts: takes back one’s own decision without counting it';
const step =
  'test/contract/agentSteps.test.ts: each step of an agent that changed files is kept, and can be gone back to with a backup';
const archived =
  'src/operations/task/places.spec.ts: brings back an archived task with its objective, branch and worktree';

/** Each text that promises it, with a test that does what it says and compares with before. */
const kept: Readonly<Record<string, TestName>> = {
  'After Return to Queue or Cancel Item, Restore Lane brings back the lane, its files and {0}.': `${editor}: brings back lane, files and item`,
  'Restored {0}; {1} is open again': `${editor}: brings back lane, files and item`,
  'Restore Lane': `${editor}: brings back lane, files and item`,
  '$(discard) Restore lane': lost,
  'Restore to Here': step,
  'command line: Restored step {step} in {oneLine(lane)}:': step,
  '$(git-branch) Bring back': lost,
  'Created branch {0}. To undo it, delete the branch.': lost,
  'Lists stashes, commits on no branch, backups and removed worktrees, to bring back.': lost,
  '$(new-folder) Restore as new worktree': rescued,
  'Lists backups of worktrees that were removed, to restore.': rescued,
  'Takes back your last decision on work items or findings.': `${editor}: Undo`,
  'Undo: {0}': `${editor}: Undo`,
  'Reopen {0}': `${editor}: Undo`,
  'Reopen {0} (the claim by {1} is not restored)': `${editor}: Undo`,
  'Files that git does not have are backed up first.':
    'src/operations/task/takeDown.spec.ts: backs up what was left in the worktree of a merged branch',
  'The work so far is backed up.': retry,
  'Backed up: {0}.': retry,
  'The worktree is deleted (uncommitted files are backed up).': close,
  'The worktree is deleted; its 1 uncommitted file is backed up.': close,
  'The worktree is deleted; its {0} uncommitted files are backed up.': close,
  'What runs in its terminal is ended. Uncommitted files are backed up.': close,
  'closes {0} without a merge, deletes its worktree (uncommitted files are backed up), and resolves the work item.':
    close,
  'Restored the backup. The previous state is kept as {0}.':
    'src/operations/store/storeBackup.spec.ts: keeps what a restore replaces, which another one brings back',
  'message lanes.folderAwayClosedHint':
    'src/operations/lane/branchOfOthers.spec.ts: restore brings back what was staged',
  'message lanes.folderTakenByRescue': 'src/git/rescue/rescue.spec.ts: is not restored over a folder that is there',
  'message lanes.restoreOrRename': close,
  'message lanes.treeWasGone': 'src/operations/lane/goneFolder.spec.ts: is cancelled, and what was staged comes back',
  'message input.reopenFirst': table,
  'message findings.undoHint': findingUndo,
  'message findings.notDecidedBy': findingUndo,
  'message findings.taskArchivedHint': archived,
  'message gates.taskArchivedFix': archived,
  'message reviews.taskArchivedHint': archived,
  'message tasks.restoreOrOther': archived,
  'message threads.claimedSinceHint': lost,
  'message workers.nextRetry': table,
  'message workers.treeLeftHint': 'src/operations/lane/restoreItem.spec.ts: a worktree that was left is gone on with',
  'message workers.foreignTreeHint':
    'src/operations/lane/adoptLane.spec.ts: cancelled, it stays, and restored, it goes on',
  'operation queue.reopen': table,
  'operation task.switch': archived,
  'operation task.archive': archived,
  'operation task.restore': archived,
  'operation finding.reopen': findingUndo,
  'operation lane.close': close,
  'operation lane.rescueRestore': rescued,
  'operation hooks.uninstall':
    'test/contract/hooks.test.ts: let those that were there go on, and leave everything as it was',
  'operation task.handOver':
    'test/contract/mcpHolding.test.ts: in the middle of a slice tells the next agent all of it, which redoes nothing',
  'operation worker.cancel': item,
  'operation worker.retry': retry,
  'operation worker.restore': item,
  'command line: To bring one back as a new branch: stateroom lost bring-back <id>':
    'test/contract/lost.test.ts: lists what was lost and brings it back as branches',
  'command line: To undo it, delete the branch.': lost,
  'command line: To restore lane {lane} with all its files: stateroom worker restore {lane}': lost,
  'command line: Files backed up as {oneLine(backup)}.':
    'test/contract/mcpHolding.test.ts: in the middle of a slice tells the next agent all of it, which redoes nothing',
  'command line: The rest of its worktree is backed up: {rescue}': rescued,
  'command line: The last attempt is backed up as {name(lane.rescue)}.': retry,
  'command line: Its files are backed up as {name(rescue)}. To restore them: stateroom worker restore {lane.lane}':
    close,
  'command line: Restored. The previous state is kept as {keptAs}.':
    'src/operations/store/storeBackup.spec.ts: keeps what a restore replaces, which another one brings back',
  'command line: Archived {called(task)}. To restore it: stateroom task restore {task.ref}': archived,
  'command line: To restore one: stateroom task restore <task>': archived,
  'command line: Files that git did not have are backed up as {rescue}.':
    'src/operations/task/takeDown.spec.ts: backs up what was left in the worktree of a merged branch',
  'command line: Removes what install wrote and restores each file.':
    'src/install/startingState.spec.ts: changes nothing when it is done again, and everything is as before without it',
  'command line: Repairs what can be undone, after showing it':
    'src/surfaces/cli/command/doctor.spec.ts: misses hooks, and installs them once a person agrees',
};

/** Texts with such words that promise nothing: what was done, what cannot be, what is chosen, and names of other things. */
const saysOnly: readonly string[] = [
  '$(save-all) Back up readable data',
  'Backup restored',
  'Could not undo the changes.',
  'Decision on {0} reverted',
  'Nothing to undo.',
  'Nothing was undone. Undo unwanted changes in the file.',
  'Reason for reopening',
  'Reopened {0}',
  'Restore Backup',
  'Restored to {0}.',
  'Restored {0}',
  'Select a work item to reopen',
  'Select findings to reopen',
  'Stateroom: Undo',
  'The changes were undone.',
  'These folders are ignored by git and can be recreated by tools. They are not backed up.',
  'This cannot be undone from Stateroom.',
  'Too large to back up (bytes)',
  'Too large to back up (ignored files): {0} and {1} more.',
  'Too large to back up (ignored files): {0}.',
  'Too large to back up from {0}: {1} and {2} more.',
  'Too large to back up from {0}: {1}.',
  'Undo',
  'Undone: {0}',
  'reopened',
  'reopened once',
  'reopened {0} times',
  '{0} is not open. Reopen it to have it fixed.',
  '{0} reopened',
  '{0} reopened investigation {1}',
  '{0} reopened it',
  '{0} reopened {1}',
  '{0} restored',
  '{0} restored a backup',
  '{0} restored the work in {1}',
  '{0} restored step {1} of {2} in {3}',
  '{0} restored {1}',
  '{0} restored {1} from the archive',
  '{0} was found again and reopened',
  '{0}, backed up {1}',
  '{0}, reopened once',
  '{0}, reopened {1} times',
  'message findings.actReopen',
  'message findings.reopenedTimes',
  'message findings.integratedForGood',
  'message gates.fixWithoutCommitFix',
  'message gates.unchangedFixFix',
  'message gates.planMissingFix',
  'message git.holdsRepository',
  'message git.holdsIgnored',
  'message lanes.notUndone',
  'message lanes.noGitFile',
  'message lanes.treeNotKept',
  'message lanes.allKept',
  'message reviewers.restore',
  'message runs.closedHint',
  'message runs.alreadyClosedHint',
  'message runs.learningsLeftHint',
  'message store.cannotReadHint',
  'message store.commitsMissingHint',
  'message store.large',
  'message store.malformedHint',
  'message store.cannotRestore',
  'message tasks.actRestore',
  'message tasks.treeWithoutGit',
  'message tasks.noBackupPlace',
  'message threads.reopenedBelow',
  'message workers.ownsOnly',
  'message workers.nothingToRestore',
  'operation finding.record',
  'operation store.backup',
  'operation run.reopen',
  'operation lane.repair',
  'operation lane.rescue',
  'command line: Review findings: record, fix, defer, reopen',
  'command line: Store maintenance: check, back up, query',
  'command line: nothing to undo: it is made from the store',
  'command line: {fixes.map(({ text, undo }) =>',
  'command line: reopened {findings.reopened}',
  'command line: Reopened {called(finding)}.',
  'command line: Reopened {called(finding)}: it was marked as fixed and was found again.',
  'command line: An install that was interrupted has been undone.',
  "command line: ; not backed up: {leftBehind.map(({ path }) => oneLine(path)).join(', ')}",
  'command line: an interrupted operation was undone',
  'command line: Reopened {called(item)} ({stateWord(item)}).',
  'command line: Its files were restored from {name(lane.rescue)}.',
  'command line: {lane.reopened} is open again.',
  'command line: Not backed up: {oneLine(path)}{size(bytes)}',
  'command line: Reopened {run.ref}.',
  '{0} tried to restore {1} and was refused',
  "command line: Backed up {count(commits, 'commit')} to {file} ({size(bytes)}).",
];

/** What the command line says of its own, in literals. */
async function saidOnTerminals(): Promise<string[]> {
  const files = (await findFiles('src/surfaces/cli', '.ts')).filter(path => !path.endsWith('.spec.ts'));
  return files.flatMap(path => {
    const code = withoutComments(readFileSync(join(place.root, path), 'utf8'));
    const literals = [...code.matchAll(/(['`])((?:(?!\1)[^\\\n]|\\.)*)\1/g)].map(([, , text = '']) => text);
    return literals.flatMap(text =>
      text.includes(' ') && promise.test(text) ? [`command line: ${text.trim().replaceAll('${', '{')}`] : [],
    );
  });
}

/** By its key: of the editor, of refusals, of the command line, and what operations say of themselves. */
async function promisingTexts(): Promise<string[]> {
  const read = (path: string): string => readFileSync(join(place.root, path), 'utf8');
  const editorTexts = Object.keys(JSON.parse(read('media/l10n/bundle.l10n.json')) as object);
  const folder = 'src/messages/en';
  const messages = readdirSync(join(place.root, folder)).flatMap(file =>
    [...read(`${folder}/${file}`).matchAll(/^ {2}(\w+):\s*(?:'([^\n]*)'|"([^\n]*)"),?$/gm)].flatMap(
      ([, key = '', single, double]) =>
        promise.test(single ?? double ?? '') ? [`message ${file.slice(0, -3)}.${key}`] : [],
    ),
  );
  const operations = catalogue.flatMap(({ name, summary }) => (promise.test(summary) ? [`operation ${name}`] : []));
  return [...editorTexts.filter(text => promise.test(text)), ...messages, ...operations, ...(await saidOnTerminals())];
}

it('each text that promises to bring something back has a test that does it', async () => {
  expect([...new Set(await promisingTexts())].sort()).toEqual([...Object.keys(kept), ...saysOnly].sort());
});

it('each of these tests exists', () => {
  const missing = [...new Set(Object.values(kept))].filter(named => {
    const [file = '', ...words] = named.split(': ');
    return !readFileSync(join(place.root, file), 'utf8').includes(words.join(': '));
  });
  expect(missing).toEqual([]);
});
