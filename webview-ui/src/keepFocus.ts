/**
 * Draws, and afterwards gives the keyboard back to what had it: the same element when it was moved, its successor by
 * `data-focus` when it was made again, else the heading of its part or the first of its group, so that no one is thrown to the
 * top of the page.
 */
export function keepFocus(root: HTMLElement, draw: () => void): void {
  const before = document.activeElement;
  const held = before instanceof HTMLElement && root.contains(before) ? before : undefined;
  const name = held?.dataset.focus;
  const part = held?.closest('section')?.getAttribute('aria-labelledby');
  const group = held?.closest('[role="group"]');
  draw();
  if (held === undefined || document.activeElement === held) return;
  if (held.isConnected) {
    held.focus();
    return;
  }
  const successor = name === undefined ? null : root.querySelector<HTMLElement>(`[data-focus="${CSS.escape(name)}"]`);
  const heading = part == null ? null : document.getElementById(part);
  const sibling = group?.isConnected ? group.querySelector<HTMLElement>('[data-focus]') : null;
  (successor ?? heading ?? sibling ?? root.querySelector<HTMLElement>('h1, h2'))?.focus();
}
