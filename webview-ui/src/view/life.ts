import { html, nothing, type TemplateResult } from 'lit';
import type { DashboardWorkRow } from '../../../src/protocol/dashboardState.js';
import { type IconName, icon, timeAgo } from './parts.js';
import type { View } from './view.js';

type Life = NonNullable<DashboardWorkRow['life']>;

const pictures = {
  ok: 'pulse',
  WARN: 'warning',
  STALE: 'watch',
  DEAD: 'stop-circle',
  none: 'circle-large-outline',
} as const satisfies Record<Life['level'], IconName>;

/** How fresh the heartbeats of a worker are; never by picture or colour alone. */
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
