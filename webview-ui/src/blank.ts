import { html, type TemplateResult } from 'lit';

/** The page before the host has answered; its texts come with the page. */
export function loading({ dataset }: HTMLElement): TemplateResult {
  return html`<div class="blank" role="status">
    <vscode-progress-ring aria-hidden="true"></vscode-progress-ring>
    <p>${dataset.loading}</p>
  </div>`;
}

/** The page if the host did not answer; the button retries. */
export function lost({ dataset }: HTMLElement, retry: () => void): TemplateResult {
  return html`<div class="blank" role="alert">
    <p>${dataset.lost}</p>
    <vscode-button data-focus="retry" @click=${retry}>${dataset.retry}</vscode-button>
  </div>`;
}
