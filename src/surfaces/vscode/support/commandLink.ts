/** The address that runs a command with these arguments from a link in the editor's Markdown. */
export function commandLink(command: string, ...input: unknown[]): string {
  if (input.length === 0) return `command:${command}`;
  // A folder's name may hold what ends a link.
  const written = encodeURIComponent(JSON.stringify(input)).replace(/[()]/g, mark => (mark === '(' ? '%28' : '%29'));
  return `command:${command}?${written}`;
}
