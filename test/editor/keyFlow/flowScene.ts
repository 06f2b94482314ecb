import { afterAll, beforeAll } from 'vitest';
import { EditorSurface } from '../../../src/surfaces/vscode/editorSurface.js';
import type { FakeEditor } from '../fake/fakeEditor.js';
import { FlowRoom, openFolder } from './flowRoom.js';
import type { FlowScene } from './keyFlow.js';

/** Starts the surface in an editor on a repository that was filled, for all tests of this block. */
export function openFlowScene(editor: FakeEditor, fill: (room: FlowRoom) => Promise<unknown>): () => FlowScene {
  let room: FlowRoom;
  let surface: EditorSurface;

  beforeAll(async () => {
    room = new FlowRoom();
    await fill(room);
    openFolder(editor, room);
    surface = new EditorSurface(
      room.extensionContext(),
      room.log,
      () => {
        editor.panel = 'Stateroom';
      },
      () => room.surfaceEnvironment(),
    );
    // The container of the views is open.
    for (const view of editor.views.values()) await view.rows();
  });

  afterAll(async () => {
    await surface?.close();
    await room?.close();
  });

  return () => ({ room, editor });
}
