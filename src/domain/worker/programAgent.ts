/**
 * Returns the actor name of a program started in a lane: `claude-login`. `command` is its words, or a single shell line, whose leading
 * assignments (`DEBUG=1 claude`) are skipped.
 */
export function programAgent(lane: string, command: readonly string[]): string {
  const words = command.length === 1 ? (command[0] ?? '').trim().split(/\s+/) : command;
  const word = words.find(one => !/^[A-Za-z_]\w*=/.test(one)) ?? '';
  const program = word
    .slice(Math.max(word.lastIndexOf('/'), word.lastIndexOf('\\')) + 1)
    .replace(/\.(exe|cmd)$/i, '')
    .replace(/[^\w.-]/g, '');
  return `${program === '' ? 'agent' : program}-${lane}`.slice(0, 200);
}
