import { html, nothing, type TemplateResult } from 'lit';
import type { DashboardWorkRow } from '../../../src/protocol/dashboardState.js';
import { type IconName, icon, timeAgo } from './parts.js';
import type { View } from './view.js';

type Life = NonNullable<DashboardWorkRow['life']>;

const pictures = {
  ok: 'pulse',
  WAITING: 'comment-unresolved',
  WARN: 'warning',
  STALE: 'watch',
  DEAD: 'stop-circle',
  none: 'circle-large-outline',
} as const satisfies Record<Life['level'], IconName>;

/** How a worker is, never by picture or colour alone; since when nothing was heard of it, where that matters. */
export function life(view: View, { level, lastAt }: Life): TemplateResult {
  const { text } = view;
  return html`<span class="mark life ${level}">${icon(pictures[level])} ${text.of(`life.${level}`)}</span>
    ${lastAt === null || isWell(level) ? nothing : html`<span>${text.parts('lanes.lastSign', silence(view, lastAt))}</span>`}`;
}

/** One that is well, or waits for a person, may be quiet for as long as it said: its age would only raise doubts. */
function isWell(level: Life['level']): boolean {
  return level === 'ok' || level === 'WAITING';
}

/** How old the last heartbeat is. Levels go by seconds: beside one that warns, `now` would say the contrary. */
function silence(view: View, lastAt: string): TemplateResult {
  const isShort = view.now - Date.parse(lastAt) < 45_000;
  return timeAgo(view, lastAt, isShort ? view.text.of('lanes.shortSilence') : undefined);
}
