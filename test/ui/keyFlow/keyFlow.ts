import type { ScratchRepository } from '../../editor/scratchRepository.js';
import type { Workbench } from '../../editor/workbench.js';

/** The repository of flows, before and beside the editor. */
export interface FlowRepository {
  readonly repository: ScratchRepository;
  /** Runs the command line as somebody of this name. */
  cli<T>(actor: string, ...words: string[]): Promise<T>;
  /** The rows of a query. */
  query(sql: string): Promise<unknown>;
  /** A file beside the repository. */
  beside(name: string): string;
}

/** What a flow is driven with. */
export interface FlowScene extends FlowRepository {
  readonly workbench: Workbench;
}

/** A question of a flow: what it asks, and what is typed or chosen there. */
export type Question = { readonly asks: string } & (
  | { readonly types: string }
  | { readonly chooses: string }
  /** Of a list with boxes. */
  | { readonly ticks: string }
  /** The editor's own list of files, where the path is typed: of a file beside the repository. */
  | { readonly opens: string }
  /** A button of a dialog. */
  | { readonly presses: string }
);

/** A command of the palette, its questions in their order, and what it leaves. */
export interface KeyFlow {
  /** `queue.ask` */
  readonly command: string;
  /** What happens before it without the editor. */
  readonly before?: (scene: FlowScene) => Promise<unknown>;
  readonly questions: readonly Question[];
  readonly leaves: Left;
  /** Begun once before, gone back in where there is a second question, and left: that changes nothing. */
  readonly isLeftBefore?: boolean;
}

/** A command whose last question offers first what was chosen the last time. */
export interface RememberedChoice {
  /** Its title. */
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
  /** Of an editor. */
  | { readonly tab: string }
  | { readonly view: string; readonly row: string; readonly isSelected?: boolean }
  /** All rows of a view whose labels begin so, in their order. */
  | { readonly view: string; readonly begins: string; readonly labels: readonly string[] }
  /** A row that is gone. */
  | { readonly view: string; readonly gone: string }
  /** Words in the clipboard. */
  | { readonly clipboard: string }
  /** The name of the terminal in sight. */
  | { readonly terminal: string }
  /** The folder of another window, beside the repository; the window is closed again. */
  | { readonly window: string }
  /** What stands in the input of the chat, for the person to send. */
  | { readonly chat: string };
