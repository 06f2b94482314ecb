import { html, nothing, type TemplateResult } from 'lit';
import type { DashboardState } from '../../../src/protocol/dashboardState.js';
import { listPart } from './list.js';
import { type IconName, icon, rowTitle, timeAgo } from './parts.js';
import type { View } from './view.js';

type Row = DashboardState['lanes']['rows'][number];
type Life = NonNullable<Row['life']>;

const pictures = {
  ok: 'pulse',
  WARN: 'warning',
  STALE: 'watch',
  DEAD: 'stop-circle',
  none: 'circle-large-outline',
} as const satisfies Record<Life['level'], IconName>;

/** Open lanes: what each is at, who works there, and the heartbeats; nothing where there are none. */
export function lanes(view: View, { lanes: list }: DashboardState): TemplateResult | typeof nothing {
  if (list.total === 0) return nothing;
  const { text } = view;
  return listPart(view, {
    name: 'lanes',
    title: text.of('lanes'),
    icon: 'git-branch',
    list,
    all: { act: { act: 'showLanes' }, title: text.of('lanes.showAll') },
    row: row => html`<li class="row">
      ${rowTitle(view, row.ref, row.title ?? row.name)}
      <div class="line meta">
        <span>${row.word}</span> ${agent(row)} ${row.life === null ? nothing : life(view, row.life)}
        <span>${text.parts('lanes.opened', timeAgo(view, row.openedAt))}</span>
      </div>
    </li>`,
  });
}

function agent({ agent: name }: Row): TemplateResult | typeof nothing {
  return name === null ? nothing : html`<span class="owner">${icon('robot')} <strong>${name}</strong></span>`;
}

/** Never by picture or colour alone. */
export function life(view: View, { level, lastAt }: Life): TemplateResult {
  const { text } = view;
  return html`<span class="mark life ${level}">${icon(pictures[level])} ${text.of(`life.${level}`)}</span>
    ${lastAt === null ? nothing : html`<span>${text.parts('lanes.lastSign', silence(view, level, lastAt))}</span>`}`;
}

/** How old the last heartbeat is. Levels go by seconds: beside one that warns, `now` would say the contrary. */
function silence(view: View, level: Life['level'], lastAt: string): TemplateResult {
  const isShort = view.now - Date.parse(lastAt) < 45_000;
  return timeAgo(view, lastAt, isShort && level !== 'ok' ? view.text.of('lanes.shortSilence') : undefined);
}
