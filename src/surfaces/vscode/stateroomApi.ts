import type * as vscode from 'vscode';
import type { OpenRecord } from './records/recordPages.js';
import type { ShownThread } from './review/reviewThreads.js';
import type { FindingsSnapshot } from './views/findings/findingsView.js';
import type { LanesSnapshot } from './views/lanes/lanesSnapshot.js';
import type { NeedsYouSnapshot } from './views/needsYou/needsYouView.js';
import type { NowSnapshot } from './views/now/nowSnapshot.js';
import type { QueueSnapshot } from './views/queue/queueSnapshot.js';
import type { RunsSnapshot } from './views/runs/runsView.js';

/** API of `activate` for other extensions and tests: state that commands cannot return. All acts are commands. */
export interface StateroomApi {
  /** Grows with each breaking change. */
  readonly version: 1;
  /** Duration of `activate`, in ms. */
  readonly activationMs: number;
  /** Rows of the Now view, read and judged again while it is visible. */
  now(): Promise<NowSnapshot>;
  /** Rows of the Queue view, read again. */
  queue(): Promise<QueueSnapshot>;
  /** Rows of the Needs You view, read again, and the badge of all views. */
  needsYou(): Promise<NeedsYouSnapshot>;
  /** Rows of the Lanes view, read again; results from git follow a moment later. */
  lanes(): Promise<LanesSnapshot>;
  /** Rows of the Findings view, read again. */
  findings(): Promise<FindingsSnapshot>;
  /** Rows of the Investigations view, read again. */
  runs(): Promise<RunsSnapshot>;
  /** Comment threads in the visible diffs of lanes, as last read. */
  review(): readonly ShownThread[];
  /** MCP servers offered to the editor; none unless enabled in the settings. */
  servers(): readonly vscode.McpStdioServerDefinition[];
  /** The confirmation before a tool of language models runs, in plain text; undefined if there is none. */
  question(tool: string, input: object): Promise<{ readonly title: string; readonly message: string } | undefined>;
  /** Opens a link like one from outside of the editor; resolves when the person has answered. */
  openLink(uri: vscode.Uri): Promise<'unreadable' | 'unknown' | 'shown'>;
  /** The act that *Undo* would revert, in one line; undefined if there is nothing to undo. */
  undo(): string | undefined;
  /** The open page of a record such as `W-12`; without `ref`, the page in the active tab. */
  record(ref?: string): OpenRecord | undefined;
  statusBar(): { readonly text: string; readonly tooltip: string; readonly visible: boolean };
}
