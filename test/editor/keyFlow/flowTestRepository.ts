import { join } from 'node:path';
import { place } from '../../../build/place.mjs';
import { openCloneTrust } from '../../../src/git/cloneTrust.js';
import { openGitHooks } from '../../../src/git/hooks/openGitHooks.js';
import { openLanes, openLivenessPorts } from '../../../src/git/lane/openLanes.js';
import { openWorkTree } from '../../../src/git/openWorkTree.js';
import { openAttachments } from '../../../src/platform/attachments.js';
import { randomIds } from '../../../src/platform/idSource.js';
import type { RecentLog } from '../../../src/platform/recentLines.js';
import { commandRunner } from '../../../src/platform/runCommand.js';
import type { EditorSurface } from '../../../src/surfaces/vscode/editorSurface.js';
import type { RepositoryEnvironment } from '../../../src/surfaces/vscode/repository/openRepository.js';
import { askTrust } from '../../../src/surfaces/vscode/trust/askTrust.js';
import { repositoryEnvironment } from '../../support/gitTestRepository.js';
import { LaneTestRepository } from '../../support/laneTestRepository.js';
import type { FakeEditor } from '../fake/fakeEditor.js';
import { manifest } from '../fake/palette.js';
import { Uri } from '../fake/values.js';

type ExtensionContext = ConstructorParameters<typeof EditorSurface>[0];

/** The manifest as a server of the editor gives it, which simplifies conditions that name a scheme. */
const asServed: unknown = JSON.parse(
  JSON.stringify(manifest, (key, value) =>
    key === 'when' && /^false && .*resourceScheme/.test(value) ? 'false' : value,
  ),
);

/** A git repository with a remote and a store, looked at by the editor surface as Robin. */
export class FlowTestRepository extends LaneTestRepository {
  /** Failures that the surface wrote into its log. */
  readonly failures: string[] = [];

  /** A file next to the repository. */
  beside(name: string): string {
    return join(this.repository, '..', name);
  }

  /** The rows of a query. */
  async query(sql: string): Promise<unknown> {
    return (await this.store.maintenance.query(sql, 1000)).rows;
  }

  /** What the surface is given by the editor that starts it. */
  extensionContext(): ExtensionContext {
    const context = {
      subscriptions: [],
      workspaceState: memento(),
      globalState: memento(),
      globalStorageUri: Uri.file(join(this.directory, 'global')),
      extensionUri: Uri.file(place.root),
      environmentVariableCollection: { append: () => undefined, delete: () => undefined },
      asAbsolutePath: (path: string) => join(place.root, path),
      extension: { id: 'stateroom.stateroom', packageJSON: asServed },
    };
    return context as unknown as ExtensionContext;
  }

  get log(): RecentLog {
    const fail = (message: string, error?: unknown): void => {
      this.failures.push([message, error].filter(part => part !== undefined).join(' '));
    };
    return { debug: () => undefined, info: () => undefined, warn: fail, error: fail, recent: () => [] };
  }

  /** What the surface works with: what `compose.ts` gives it, in the place and with the clock of this room. */
  surfaceEnvironment(): RepositoryEnvironment {
    const programFile = this.programFile;
    const environment = repositoryEnvironment();
    return {
      clock: { now: () => this.now },
      ids: randomIds,
      log: this.log,
      locateStore: folder => ({
        directory: join(this.directory, 'store'),
        workDirectory: folder,
        repository: {
          commonDir: join(this.repository, '.git'),
          worktreeRoot: this.repository,
          storeDirectory: join(this.directory, 'store'),
        },
      }),
      openStore: async () => this.openStore(),
      openWorkTree: folder => openWorkTree(folder, environment),
      openHooks: ({ root, commonDir }) =>
        openGitHooks({ root, commonDir, environment, program: { file: programFile, version: '0.0.0' } }),
      openLanes: (workTree, storeDirectory) =>
        openLanes({
          ...{ workTree, storeDirectory, programFile },
          environment: { ...environment, ...this.userEnvironment() },
        }),
      openLivenessPorts,
      openTrust: ({ commonDir }) => openCloneTrust(commonDir, this.userEnvironment()),
      askTrust,
      openAttachments,
      variables: { ...this.userEnvironment(), PATH: '' },
      commands: commandRunner(environment),
      personName: async () => 'Robin',
      settings: () => ({ leaseMs: 15 * 60_000, staleMs: 10 * 60_000 }),
      isTrusted: () => true,
    };
  }
}

/** Prepares the editor for it: the folder is open and trusted. */
export function openFolder(editor: FakeEditor, repo: FlowTestRepository): void {
  editor.folder = repo.repository;
  editor.keys.set('workspaceFolderCount', 1);
  editor.keys.set('isWorkspaceTrusted', true);
}

function memento() {
  const kept = new Map<string, unknown>();
  return {
    keys: () => [...kept.keys()],
    get: (key: string, otherwise?: unknown) => (kept.has(key) ? kept.get(key) : otherwise),
    update: async (key: string, value: unknown) => {
      kept.set(key, value);
    },
  };
}
