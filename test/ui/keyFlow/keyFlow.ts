import type { ScratchRepository } from '../../editor/scratchRepository.js';
import type { Workbench } from '../../editor/workbench.js';

/** What a flow is driven with. */
export interface FlowScene {
  readonly repository: ScratchRepository;
  readonly workbench: Workbench;
  /** Runs the command line as somebody of this name. */
  cli<T>(actor: string, ...words: string[]): Promise<T>;
  /** The rows of a query. */
  query(sql: string): Promise<unknown>;
  /** A file beside the repository. */
  beside(name: string): string;
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

/** Rows of the store, a file beside the repository, a tab of an editor, or the row of a view. */
type Left =
  | { readonly sql: string; readonly rows: readonly (readonly unknown[])[] }
  | { readonly file: string }
  | { readonly tab: string }
  | { readonly view: string; readonly row: string };
