import { html, nothing, svg, type TemplateResult } from 'lit';
import { nodeSize, type WorkGraph } from '../../../src/protocol/workGraph.js';
import { type IconName, icon } from './parts.js';
import type { View } from './view.js';

type Node = WorkGraph['nodes'][number];

const pictures = {
  ready: 'circle-large-outline',
  in_flight: 'sync',
  needs_you: 'comment-unresolved',
  blocked: 'circle-slash',
  scheduled: 'clock',
  done: 'pass',
} as const satisfies Record<Node['state'], IconName>;

/** Level from which on items are not indented further. */
const maxIndent = 6;
/** Max characters of a title in its box. */
const maxTitle = 24;

/** The dependencies of open work, drawn, and as a tree for the keyboard and for screen readers. */
export function graph(view: View, shown: WorkGraph | undefined): TemplateResult {
  const { text } = view;
  if (shown === undefined) return html`<p class="quiet">${text.of('chart.counting')}</p>`;
  if (shown.nodes.length === 0) return html`<p class="quiet none">${text.of('graph.none')}</p>`;
  return html`<div class="graph" aria-hidden="true">${drawing(view, shown)}</div>
    ${shown.hidden === 0 ? nothing : html`<p class="quiet">${text.of('more', text.number(shown.hidden))}</p>`}
    <h2 id="heading-tree">${icon('list-tree')} ${text.of('graph.tree')}</h2>
    ${tree(view, shown.nodes)}`;
}

function drawing(view: View, { width, height, nodes, edges }: WorkGraph): TemplateResult {
  return html`<svg width=${width} height=${height} viewBox="0 0 ${width} ${height}">
    <defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0 8 4 0 8z" /></marker></defs>
    ${edges.map(({ points }) => svg`<path class="edge" marker-end="url(#arrow)" d=${`M${points.map(({ x, y }) => `${round(x)} ${round(y)}`).join(' L')}`} />`)}
    ${nodes.map(node => box(view, node))}
  </svg>`;
}

function box(view: View, { ref, title, state, at }: Node): unknown {
  const { width, height } = nodeSize;
  const short = title.length > maxTitle ? `${title.slice(0, maxTitle - 1)}…` : title;
  return svg`<g class="node ${state}" transform="translate(${round(at.x - width / 2)} ${round(at.y - height / 2)})"
    @click=${() => view.act({ act: 'open', ref })}>
    <title>${ref} ${title}</title>
    <rect width=${width} height=${height} rx="6" />
    <text x="10" y="18" class="name">${short}</text>
    <text x="10" y="35" class="facts">${`${ref} · ${view.text.of(`graph.${state}`)}`}</text>
  </g>`;
}

/** Items below the first one that they wait for; the others are named. */
function tree(view: View, nodes: readonly Node[]): TemplateResult {
  const { text } = view;
  const levels = new Map<string, number>();
  for (const { ref, after } of nodes) levels.set(ref, (levels.get(after[0] ?? '') ?? 0) + 1);
  return html`<ul class="tree" role="tree" aria-labelledby="heading-tree" @keydown=${onKey}>${nodes.map(
    ({ ref, title, state, after }, index) => {
      const level = levels.get(ref) ?? 1;
      const others = after.slice(1);
      return html`<li role="treeitem" aria-level=${level} tabindex=${index === 0 ? '0' : '-1'} data-focus="tree ${ref}" data-ref=${ref}
        class="level-${Math.min(level, maxIndent)}" @click=${() => view.act({ act: 'open', ref })} @focus=${rove}>
        ${icon(pictures[state])} <strong>${title || ref}</strong> <span class="ref quiet">${ref}</span>
        <span class="quiet">${text.of(`graph.${state}`)}${others.length === 0 ? '' : ` · ${text.of('graph.also', others.join(', '))}`}</span>
      </li>`;
    },
  )}</ul>`;
}

/** Makes the item that has the focus the one that Tab leads to. */
function rove({ currentTarget }: Event): void {
  const item = currentTarget as HTMLElement;
  for (const one of item.parentElement?.children ?? []) (one as HTMLElement).tabIndex = one === item ? 0 : -1;
}

/** Up and down lead from item to item, left to the one that it waits for, right to the first that waits for it; Enter opens. */
function onKey(event: KeyboardEvent): void {
  const item = (event.target as HTMLElement).closest<HTMLElement>('[role="treeitem"]');
  if (item === null) return;
  const all = [...(item.parentElement?.querySelectorAll<HTMLElement>('[role="treeitem"]') ?? [])];
  const at = all.indexOf(item);
  const level = (one: HTMLElement | undefined): number => Number(one?.getAttribute('aria-level'));
  const child = level(all[at + 1]) > level(item) ? all[at + 1] : undefined;
  const next: Readonly<Record<string, HTMLElement | undefined>> = {
    ArrowDown: all[at + 1],
    ArrowUp: all[at - 1],
    ArrowRight: child,
    ArrowLeft: all.slice(0, at).findLast(one => level(one) < level(item)),
    Home: all[0],
    End: all.at(-1),
  };
  if (event.key === 'Enter' || event.key === ' ') item.click();
  else if (event.key in next) next[event.key]?.focus();
  else return;
  event.preventDefault();
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
