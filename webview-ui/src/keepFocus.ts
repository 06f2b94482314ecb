/**
 * Draws, and afterwards gives the keyboard back to what had it: the same element when it was moved, its successor by
 * `data-focus` when it was made again, else the heading of its part or the first of its group, so that no one is thrown to the
 * top of the page.
 */
export function keepFocus(root: HTMLElement, draw: () => void): void {
  const before = document.activeElement;
  const focused = before instanceof HTMLElement && root.contains(before) ? before : undefined;
  const name = focused?.dataset.focus;
  const part = focused?.closest('section')?.getAttribute('aria-labelledby');
  const group = focused?.closest('[role="group"]');
  draw();
  if (focused === undefined || document.activeElement === focused) return;
  if (focused.isConnected) {
    focused.focus();
    return;
  }
  const successor = name === undefined ? null : root.querySelector<HTMLElement>(`[data-focus="${CSS.escape(name)}"]`);
  const heading = part == null ? null : document.getElementById(part);
  const sibling = group?.isConnected ? group.querySelector<HTMLElement>('[data-focus]') : null;
  (successor ?? heading ?? sibling ?? root.querySelector<HTMLElement>('h1, h2'))?.focus();
}
