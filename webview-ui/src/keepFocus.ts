/** Draws, then restores focus: to the element, its successor by `data-focus`, the first of its group, or a heading. */
export function keepFocus(root: HTMLElement, draw: () => void): void {
  const before = document.activeElement;
  const focused = before instanceof HTMLElement && root.contains(before) ? before : undefined;
  const name = focused?.dataset.focus;
  const parts = headingsAround(focused);
  const group = focused?.closest('[role="group"]');
  draw();
  if (focused === undefined || document.activeElement === focused) return;
  if (focused.isConnected) {
    focused.focus();
    return;
  }
  const successor = name === undefined ? null : root.querySelector<HTMLElement>(`[data-focus="${CSS.escape(name)}"]`);
  const heading = parts.map(id => document.getElementById(id)).find(found => found !== null);
  const sibling = group?.isConnected ? group.querySelector<HTMLElement>('[data-focus]') : null;
  (successor ?? sibling ?? heading ?? root.querySelector<HTMLElement>('h1, h2'))?.focus();
}

/** Ids of the headings of the surrounding parts, innermost first. */
function headingsAround(element: HTMLElement | undefined): string[] {
  const part = element?.closest<HTMLElement>('section');
  if (part == null) return [];
  const id = part.getAttribute('aria-labelledby');
  return [...(id === null ? [] : [id]), ...headingsAround(part.parentElement ?? undefined)];
}
