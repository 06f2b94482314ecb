import { html, nothing, type TemplateResult } from 'lit';
import type { DashboardState } from '../../../src/protocol/dashboardState.js';
import { listPart } from './list.js';
import { icon, pageLink } from './parts.js';
import type { View } from './view.js';

type Row = DashboardState['tasks']['rows'][number];
type Gate = Extract<Row['gates'], { state: 'judged' }>['gates'][number];

export function tasks(view: View, { tasks: list }: DashboardState): TemplateResult | typeof nothing {
  if (list.total === 0) return nothing;
  return listPart(view, {
    name: 'tasks',
    title: view.text.of('tasks'),
    icon: 'tasklist',
    list,
    all: { act: { act: 'showTasks' }, title: view.text.of('tasks.showAll') },
    row: row => html`<li class="row">
      <div class="line">${pageLink(view, row.ref)} <span class="title">${row.title}</span></div>
      <div class="line meta"><span>${row.word}</span> ${gates(view, row)}</div>
    </li>`,
  });
}

function gates(view: View, { ref, gates: gateStates }: Row): unknown {
  const { text } = view;
  switch (gateStates.state) {
    case 'judging':
      return html`<span class="mark">${icon('clock')} ${text.of('gate.judging')}</span>`;
    case 'unknown':
      return html`<span class="mark" title=${gateStates.reason}>${icon('question')} ${text.of('gate.unknown')}</span>`;
    case 'judged':
      return gateStates.gates.map(one => gate(view, ref, one));
  }
}

function gate({ text, act }: View, ref: string, { gate: name, ready, reasons }: Gate): TemplateResult {
  const verdict = ready
    ? text.of('gate.ready')
    : reasons === 1
      ? text.of('gate.oneReason')
      : text.of('gate.reasons', text.number(reasons));
  return html`<button type="button" class="link mark gate ${ready ? 'ready' : 'not-ready'}" data-focus="gate ${ref} ${name}"
    title=${text.of('gate.show', name, ref)} aria-label=${`${name}: ${verdict}, ${ref}`}
    @click=${() => act({ act: 'showGate', ref, gate: name })}>${icon(ready ? 'pass' : 'error')} ${name}: ${verdict}</button>`;
}
