import { html, nothing, type TemplateResult } from 'lit';
import type { ControlState } from '../../../src/protocol/dashboardState.js';
import { icon, pageLink, timeAgo } from './parts.js';
import type { View } from './view.js';

/** `Control is on, checked 12 s ago · 3 of 4 running`, or the report of the last time. */
export function control(view: View, state: ControlState): TemplateResult {
  const { on, report } = state;
  return html`${on === null ? nothing : line(view, on)}${report === null ? nothing : reported(view, report)}`;
}

function line(view: View, on: NonNullable<ControlState['on']>): TemplateResult {
  const { text } = view;
  const { checkedAt, running, atOnce, until, notes } = on;
  return html`<section class="control" aria-label=${text.of('control')}>
    <p>${icon(checkedAt === null ? 'warning' : 'rocket')}
      <span>${checkedAt === null ? text.of('control.alone') : text.parts<unknown>('control.on', timeAgo(view, checkedAt))}</span>
      <span>${text.of('control.running', text.number(running), text.number(atOnce))}</span>
      ${until === null ? nothing : html`<span>${text.of('control.until', text.exact(until))}</span>`}
      ${notes.map(note => html`<span>${note}</span>`)}
    </p>
    ${checkedAt === null ? html`<vscode-button data-focus="start-control" @click=${() => view.act({ act: 'startControl' })}>${text.of('startControl')}</vscode-button>` : nothing}
    <vscode-button data-focus="stop-control" secondary @click=${() => view.act({ act: 'stopControl' })}>${text.of('stopControl')}</vscode-button>
  </section>`;
}

function reported(view: View, report: NonNullable<ControlState['report']>): TemplateResult {
  const { text } = view;
  return html`<section class="notice report" aria-labelledby="heading-control">
    <h2 id="heading-control" tabindex="-1">${icon('rocket')} ${text.of('control.title')}</h2>
    <p>${report.headline}</p>
    ${report.lists.map(
      ({
        name,
        rows,
      }) => html`<h3>${text.of(`control.${name}`)} <span class="count">${text.number(rows.length)}</span></h3>
        <ul>${rows.map(({ ref, title, words }) => html`<li>${pageLink(view, ref)} ${title} <span class="quiet">· ${words}</span></li>`)}</ul>`,
    )}
    <vscode-button data-focus="read-control" @click=${() => view.act({ act: 'readControl' })}>${text.of('control.doneReading')}</vscode-button>
  </section>`;
}
