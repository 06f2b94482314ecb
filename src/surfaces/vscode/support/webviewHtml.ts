export interface WebviewFrame {
  /** Id of the element that the script fills. */
  readonly root: string;
  readonly language: string;
  readonly title: string;
  /** The webview's own source for the content security policy. */
  readonly source: string;
  /** 128 random bits, new for each page. */
  readonly nonce: string;
  readonly script: string;
  readonly style: string;
  readonly icons: string;
  /** Texts for the time before the host has answered. */
  readonly loading: string;
  readonly lost: string;
  readonly retry: string;
}

/** The HTML around a script. Only resources of the extension can run or load. */
export function webviewHtml(frame: WebviewFrame): string {
  const policy = [
    `default-src 'none'`,
    `script-src 'nonce-${frame.nonce}'`,
    `style-src ${frame.source} 'nonce-${frame.nonce}'`,
    `font-src ${frame.source}`,
    `img-src ${frame.source} data:`,
  ].join('; ');
  const safe = Object.fromEntries(Object.entries(frame).map(([key, value]) => [key, escapeHtml(value)])) as Record<
    keyof WebviewFrame,
    string
  >;
  return `<!DOCTYPE html>
<html lang="${safe.language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${safe.title}</title>
<link rel="stylesheet" nonce="${safe.nonce}" id="vscode-codicon-stylesheet" href="${safe.icons}">
<link rel="stylesheet" nonce="${safe.nonce}" href="${safe.style}">
</head>
<body>
<main id="${safe.root}" data-loading="${safe.loading}" data-lost="${safe.lost}" data-retry="${safe.retry}"></main>
<script type="module" nonce="${safe.nonce}" src="${safe.script}"></script>
</body>
</html>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
