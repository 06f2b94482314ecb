import { contextKeys } from './contextKeys.js';
import type { ManifestObject } from './fragment.js';
import { glossaryLink, repositoryIs, startingPage, welcomePage } from './viewParts.js';
import { wholePicture } from './walkthrough.js';

/** Texts of the empty Queue view, by reason, with at most two buttons. A link that shares its line is no button. */
export const welcomePages: readonly ManifestObject[] = [
  startingPage('queue'),
  page(
    'noFolder',
    'workspaceFolderCount == 0',
    'Stateroom keeps a task queue for a git repository. Open a folder in one.\n[Open Folder](command:vscode.openFolder)\n[Clone Repository](command:git.clone)',
  ),
  page(
    'noRepository',
    `workspaceFolderCount != 0 && ${repositoryIs('noRepository')}`,
    'This folder is not in a git repository. Stateroom stores its queue in the repository’s .git folder, so that every worktree and agent sees the same work.\n[Initialize Repository](command:git.init?%5Btrue%5D)\n[Open Folder](command:vscode.openFolder)',
  ),
  page(
    'gone',
    repositoryIs('gone'),
    'The repository was moved or deleted. Move it back to continue, or close the folder in this window.\n[Try Again](command:stateroom.queue.refresh)\n[Open Folder](command:vscode.openFolder)',
  ),
  page(
    'empty',
    `!${contextKeys.restricted} && !${contextKeys.queueFiltered} && ${contextKeys.queueEmpty} && (${repositoryIs('absent', 'ready')})`,
    `The queue is empty. Add work items; you and every connected agent work from here.\n[Add Work Item…](command:stateroom.queue.add)\nThen: [Connect Agents…](command:stateroom.connectAgent)\nNew here? [How It Fits Together](${wholePicture}) · ${glossaryLink}`,
  ),
  page(
    'restricted',
    `${contextKeys.restricted} && (${repositoryIs('absent', 'ready', 'readOnly')})`,
    'The queue is empty. In Restricted Mode, Stateroom shows work items but changes nothing.\n[Manage Workspace Trust](command:workbench.trust.manage)',
  ),
  page(
    'nothingFound',
    `${contextKeys.queueFiltered} && ${repositoryIs('ready')}`,
    'No work items match the filter.\n[Clear Filter](command:stateroom.queue.clearFilter)\n[Change Filter…](command:stateroom.queue.filter)',
  ),
  page(
    'readOnly',
    `!${contextKeys.restricted} && ${repositoryIs('readOnly')}`,
    'The queue is empty, and its folder is read-only, so nothing can be added.\n[Show Problem](command:stateroom.showStatus)\n[Show Log](command:stateroom.showLog)',
  ),
  page(
    'corrupt',
    repositoryIs('corrupt'),
    'The store of this repository is damaged. Nothing was changed or removed. Check it, then back up what is left.\n[Check Store](command:stateroom.store.check)\n[Back Up Store…](command:stateroom.store.backup)',
  ),
  page(
    'tooNew',
    repositoryIs('tooNew'),
    'The store of this repository was written by a newer version of Stateroom. Update the extension to continue.\n[Check for Updates](command:workbench.extensions.action.checkForUpdates)\n[Show Log](command:stateroom.showLog)',
  ),
  page(
    'failed',
    repositoryIs('failed'),
    'Cannot read the store of this repository.\n[Try Again](command:stateroom.queue.refresh)\n[Show Log](command:stateroom.showLog)',
  ),
];

function page(name: string, when: string, english: string): ManifestObject {
  return welcomePage('queue', name, when, english);
}
