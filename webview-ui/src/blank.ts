import { html, type TemplateResult } from 'lit';

/** What a page says before the host has answered, and where it does not: the texts of both come with the page. */
export function loading({ dataset }: HTMLElement): TemplateResult {
  return html`<div class="blank" role="status">
    <vscode-progress-ring aria-hidden="true"></vscode-progress-ring>
    <p>${dataset.loading}</p>
  </div>`;
}

/** The host did not answer; the button asks again. */
export function lost({ dataset }: HTMLElement, retry: () => void): TemplateResult {
  return html`<div class="blank" role="alert">
    <p>${dataset.lost}</p>
    <vscode-button data-focus="retry" @click=${retry}>${dataset.retry}</vscode-button>
  </div>`;
}
