/** The address that runs a command with these arguments from a link in the editor's Markdown. */
export function commandLink(command: string, ...input: unknown[]): string {
  return input.length === 0 ? `command:${command}` : `command:${command}?${encodeURIComponent(JSON.stringify(input))}`;
}
