import { afterAll, beforeAll } from 'vitest';
import { EditorSurface } from '../../../src/surfaces/vscode/editorSurface.js';
import type { FakeEditor } from '../fake/fakeEditor.js';
import { FlowTestRepository, openFolder } from './flowTestRepository.js';
import type { FlowScene } from './keyFlow.js';

/** Starts the surface in an editor on a repository that was filled, for all tests of this block. */
export function openFlowScene(
  editor: FakeEditor,
  fill: (repository: FlowTestRepository) => Promise<unknown>,
): () => FlowScene {
  let repository: FlowTestRepository;
  let surface: EditorSurface;

  beforeAll(async () => {
    repository = new FlowTestRepository();
    await fill(repository);
    openFolder(editor, repository);
    surface = new EditorSurface(
      repository.extensionContext(),
      repository.log,
      () => {
        editor.panel = 'Stateroom';
      },
      () => repository.surfaceEnvironment(),
    );
    // The container of the views is open.
    for (const view of editor.views.values()) await view.rows();
  });

  afterAll(async () => {
    await surface?.close();
    await repository?.close();
  });

  return () => ({ repository, editor });
}
