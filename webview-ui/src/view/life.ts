import { html, nothing, type TemplateResult } from 'lit';
import type { Card } from '../../../src/protocol/dashboardState.js';
import { type IconName, icon, timeAgo } from './parts.js';
import type { View } from './view.js';

type Life = NonNullable<Card['life']>;

const pictures = {
  ok: 'pulse',
  WAITING: 'comment-unresolved',
  WARN: 'warning',
  STALE: 'watch',
  DEAD: 'stop-circle',
  none: 'circle-large-outline',
} as const satisfies Record<Life['level'], IconName>;

/** State of a worker, never by icon or colour alone, and the age of its last heartbeat if that matters. */
export function life(view: View, { level, lastAt }: Life): TemplateResult {
  const { text } = view;
  return html`<span class="mark life ${level}">${icon(pictures[level])} ${text.of(`life.${level}`)}</span>
    ${lastAt === null || isWell(level) ? nothing : html`<span>${text.parts('lanes.lastSign', silence(view, lastAt))}</span>`}`;
}

/** A healthy or waiting worker may be silent for its announced time: its age would only raise doubts. */
function isWell(level: Life['level']): boolean {
  return level === 'ok' || level === 'WAITING';
}

/** Age of the last heartbeat. Levels count seconds, so `now` beside a warning would contradict it. */
function silence(view: View, lastAt: string): TemplateResult {
  const isShort = view.now - Date.parse(lastAt) < 45_000;
  return timeAgo(view, lastAt, isShort ? view.text.of('lanes.shortSilence') : undefined);
}
