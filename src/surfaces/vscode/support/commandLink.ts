/** The URI of a command with arguments, for links in the editor's Markdown. */
export function commandLink(command: string, ...input: unknown[]): string {
  if (input.length === 0) return `command:${command}`;
  // Escape parentheses, such as in folder names: they would end the link.
  const written = encodeURIComponent(JSON.stringify(input)).replace(/[()]/g, mark => (mark === '(' ? '%28' : '%29'));
  return `command:${command}?${written}`;
}
