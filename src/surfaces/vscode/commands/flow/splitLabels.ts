/** The labels in a line of text, separated by commas or white space, each once. */
export function splitLabels(text: string): string[] {
  return [...new Set(text.split(/[\s,]+/).filter(label => label !== ''))];
}
