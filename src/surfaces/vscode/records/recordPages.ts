import * as vscode from 'vscode';
import { recordViewType } from '../../../manifest/pages.js';
import { type RecordPlace, recordPlaceSchema } from '../../../protocol/recordContract.js';
import type { RecordState } from '../../../protocol/recordState.js';
import type { Repository } from '../repository.js';
import { Disposables } from '../support/disposables.js';
import { pageUri } from '../support/pageUri.js';
import type { RecordEnvironment, RecordPanel } from './recordPanel.js';

/** A page, as tests and other extensions see it. */
export interface OpenRecord {
  readonly state: RecordState | undefined;
  act(id: string): Promise<void>;
  /** Sends an answer; false if it was given up or refused. */
  answer(text: string): Promise<boolean>;
}

/** The pages of records: one tab each, restored with the window. */
export class RecordPages implements vscode.Disposable {
  readonly #owned = new Disposables();
  readonly #open = new Map<string, RecordPanel>();
  readonly #extensionUri: vscode.Uri;
  readonly #environment: RecordEnvironment;

  constructor(extensionUri: vscode.Uri, environment: RecordEnvironment) {
    this.#extensionUri = extensionUri;
    this.#environment = environment;
  }

  register(): vscode.Disposable {
    this.#owned.add(
      vscode.window.registerWebviewPanelSerializer(recordViewType, {
        deserializeWebviewPanel: async (panel, saved) => {
          const place = recordPlaceSchema.safeParse(placeIn(saved));
          if (place.success) await this.#fill(place.data, () => panel);
          if (!place.success || this.#open.get(keyOf(place.data))?.isOf(panel) !== true) panel.dispose();
        },
      }),
    );
    this.#owned.add(
      vscode.commands.registerCommand('stateroom.page.openAsText', async (given?: unknown) => {
        const place = recordPlaceSchema.safeParse(given);
        const shown = place.success ? place.data : this.#active?.place;
        if (shown === undefined) return;
        await vscode.commands.executeCommand('vscode.open', pageUri({ id: shown.repository }, shown.ref), {
          preview: true,
        });
      }),
    );
    return this;
  }

  /** Shows a record's page, reusing an open one. */
  async show(repository: Pick<Repository, 'id'>, ref: string, preserveFocus = false): Promise<void> {
    const place = { repository: repository.id, ref };
    const at = { viewColumn: vscode.ViewColumn.Active, preserveFocus };
    await this.#fill(
      place,
      () => vscode.window.createWebviewPanel(recordViewType, ref, at, { enableScripts: true }),
      preserveFocus,
    );
  }

  /** The open page of a record; without `ref`, the active one. */
  page(ref?: string): OpenRecord | undefined {
    return ref === undefined ? this.#active : [...this.#open.values()].find(({ place }) => place.ref === ref);
  }

  /** The record whose page is the active tab. */
  get shown(): RecordPlace | undefined {
    return this.#active?.place;
  }

  dispose(): void {
    for (const panel of this.#open.values()) panel.dispose();
    this.#owned.dispose();
  }

  get #active(): RecordPanel | undefined {
    return [...this.#open.values()].find(({ isActive }) => isActive);
  }

  async #fill(place: RecordPlace, panelFor: () => vscode.WebviewPanel, preserveFocus = false): Promise<void> {
    // Lazy: few windows show a page at startup.
    const { RecordPanel: Panel } = await import('./recordPanel.js');
    const key = keyOf(place);
    const open = this.#open.get(key);
    if (open !== undefined) return open.reveal(preserveFocus);
    const panel = panelFor();
    const shown = new Panel(panel, this.#extensionUri, place, this.#environment);
    this.#open.set(key, shown);
    panel.onDidDispose(() => {
      if (this.#open.get(key) === shown) this.#open.delete(key);
    });
  }
}

function keyOf({ repository, ref }: RecordPlace): string {
  return `${ref} ${repository}`;
}

/** The place in the webview's saved state, which may hold other data too. */
function placeIn(saved: unknown): unknown {
  return typeof saved === 'object' && saved !== null && 'place' in saved ? saved.place : undefined;
}
