export function foldLabel(label: string): string {
  return label.toLowerCase();
}

/** Removes duplicates, ignoring case; keeps the order and spelling of first mentions. */
export function distinctLabels(labels: readonly string[]): string[] {
  const spellings = new Map<string, string>();
  for (const label of labels) {
    const folded = foldLabel(label);
    if (!spellings.has(folded)) spellings.set(folded, label);
  }
  return [...spellings.values()];
}
