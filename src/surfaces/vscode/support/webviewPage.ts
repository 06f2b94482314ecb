import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { Channel } from '../../../protocol/rpc.js';
import { webviewHtml } from './webviewHtml.js';

interface ShownPage {
  /** Name of its script and its style in dist, and id of the element that the script fills. */
  readonly name: 'dashboard' | 'record';
  readonly title: string;
  readonly loading: string;
}

/** Draws a page into a panel. It loads only files of the extension. */
export function drawPage({ webview }: vscode.WebviewPanel, extensionUri: vscode.Uri, page: ShownPage): void {
  const dist = vscode.Uri.joinPath(extensionUri, 'dist');
  webview.options = {
    enableScripts: true,
    enableForms: false,
    localResourceRoots: [dist, vscode.Uri.joinPath(extensionUri, 'media')],
  };
  const addressOf = (file: string): string => webview.asWebviewUri(vscode.Uri.joinPath(dist, file)).toString();
  webview.html = webviewHtml({
    root: page.name,
    language: vscode.env.language,
    title: page.title,
    source: webview.cspSource,
    nonce: randomBytes(16).toString('base64url'),
    script: addressOf(`${page.name}.js`),
    style: addressOf(`${page.name}.css`),
    icons: addressOf('codicon.css'),
    loading: page.loading,
    lost: l10n.t('The editor is not responding. See the Stateroom log for details.'),
    retry: l10n.t('Try Again'),
  });
}

export function channelTo({ webview }: vscode.WebviewPanel): Channel {
  return {
    // The promise of postMessage may never settle; a closed page requests its state when it comes back.
    post: message => void webview.postMessage(message),
    listen: listener => {
      const subscription = webview.onDidReceiveMessage(listener);
      return () => subscription.dispose();
    },
  };
}
