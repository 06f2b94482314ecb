import type * as vscode from 'vscode';
import type { OpenRecord } from './records/recordPages.js';
import type { ShownThread } from './review/reviewThreads.js';
import type { FindingsSnapshot } from './views/findings/findingsView.js';
import type { LanesSnapshot } from './views/lanes/lanesSnapshot.js';
import type { NeedsYouSnapshot } from './views/needsYou/needsYouView.js';
import type { NowSnapshot } from './views/now/nowSnapshot.js';
import type { QueueSnapshot } from './views/queue/queueSnapshot.js';
import type { RunsSnapshot } from './views/runs/runsView.js';

/**
 * What `activate` gives to other extensions and to tests. Everything that can be done is a command
 * (`stateroom.queue.claim` with the operation's input); this adds what commands cannot tell.
 */
export interface StateroomApi {
  /** Grows when something here changes its meaning. */
  readonly version: 1;
  /** How long `activate` took, in ms. */
  readonly activationMs: number;
  /** What the Now view shows now, read and judged afresh while it is visible. */
  now(): Promise<NowSnapshot>;
  /** What the Queue view shows now, read afresh. */
  queue(): Promise<QueueSnapshot>;
  /** What the Needs You view shows now, read afresh, and the badge of all views. */
  needsYou(): Promise<NeedsYouSnapshot>;
  /** What the Lanes view shows now, read afresh; what git tells of lanes comes a moment later. */
  lanes(): Promise<LanesSnapshot>;
  /** What the Findings view shows now, read afresh. */
  findings(): Promise<FindingsSnapshot>;
  /** What the Investigations view shows now, read afresh. */
  runs(): Promise<RunsSnapshot>;
  /** The comment threads on the sides of lanes' diffs in sight, as last read. */
  review(): readonly ShownThread[];
  /** The MCP servers that the editor is offered; none unless the settings say so. */
  servers(): readonly vscode.McpStdioServerDefinition[];
  /** What the person is asked before a tool of language models runs, in plain text; undefined where nothing is asked. */
  question(tool: string, input: object): Promise<{ readonly title: string; readonly message: string } | undefined>;
  /** Opens a link as the editor does that was given it from outside; resolves when the person has answered. */
  openLink(uri: vscode.Uri): Promise<'unreadable' | 'unknown' | 'shown'>;
  /** What *Undo* would do now, in one line; undefined when there is nothing to undo. */
  undo(): string | undefined;
  /** The page of a record, `W-12`, that is open with buttons; without one, the page in sight. */
  record(ref?: string): OpenRecord | undefined;
  /** Text, tooltip and visibility of the status bar item. */
  statusBar(): { readonly text: string; readonly tooltip: string; readonly visible: boolean };
}
