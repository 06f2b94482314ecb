import type { FakeEditor } from '../fake/fakeEditor.js';
import type { FlowTestRepository } from './flowTestRepository.js';

/** What a flow is driven with. */
export interface FlowScene {
  readonly repository: FlowTestRepository;
  readonly editor: FakeEditor;
}

/** A question of a flow: what it asks, and what is typed or chosen there. */
export type Question = { readonly asks: string } & (
  | {
      readonly types: string;
      /** Typed before, and refused with this sentence. */
      readonly refuses?: { readonly text: string; readonly says: string };
    }
  | { readonly chooses: string }
  /** Of a list with boxes. */
  | { readonly ticks: string }
  /** The editor's own list of files: a file next to the repository. */
  | { readonly opens: string }
  /** A button of a dialog. */
  | { readonly presses: string }
);

/** A command of the palette, its questions in their order, and what it leaves. */
export interface KeyFlow {
  /** `queue.ask` */
  readonly command: string;
  /** What happens before it without the surface. */
  readonly before?: (scene: FlowScene) => unknown;
  readonly questions: readonly Question[];
  readonly leaves: Left;
  /** Begun once before, gone back in where there is a second question, and left: that changes nothing. */
  readonly isLeftBefore?: boolean;
}

/** A command whose last question offers first what was chosen the last time. */
export interface RememberedChoice {
  /** `queue.resolve` */
  readonly command: string;
  /** The questions before that one. */
  readonly before?: readonly Question[];
  readonly asks: string;
  readonly offers: string;
}

/** What is there afterwards, in the store or in sight. */
export type Left =
  | { readonly sql: string; readonly rows: readonly (readonly unknown[])[] }
  /** Beside the repository. */
  | { readonly file: string }
  /** What is not next to the repository any more. */
  | { readonly gone: string }
  /** A message in sight. */
  | { readonly says: string }
  /** Words in the title of the editor that was opened. */
  | { readonly tab: string }
  | { readonly view: string; readonly row: string; readonly isSelected?: boolean }
  /** All rows of a view whose labels begin so, in their order. */
  | { readonly view: string; readonly begins: string; readonly labels: readonly string[] }
  /** A row that is gone. */
  | { readonly view: string; readonly hides: string }
  /** The view that showed that it is being read. */
  | { readonly progress: string }
  /** The output in the panel. */
  | { readonly panel: string }
  /** How the name of a reference of git begins. */
  | { readonly reference: string }
  /** Words in the clipboard. */
  | { readonly clipboard: string }
  /** The name of the terminal in sight. */
  | { readonly terminal: string }
  /** The folder of another window, next to the repository. */
  | { readonly window: string }
  /** What is in the input of the chat, for the person to send. */
  | { readonly chat: string };
