/** A label as it is compared: without regard to case. */
export function foldLabel(label: string): string {
  return label.toLowerCase();
}

/** Each label once, in the order and with the spelling of its first mention. */
export function distinctLabels(labels: readonly string[]): string[] {
  const spellings = new Map<string, string>();
  for (const label of labels) {
    const folded = foldLabel(label);
    if (!spellings.has(folded)) spellings.set(folded, label);
  }
  return [...spellings.values()];
}
