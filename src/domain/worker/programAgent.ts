/** `claude-login`. Skips leading assignments of a shell line (`DEBUG=1 claude`). */
export function programAgent(lane: string, command: readonly string[]): string {
  const words = command.length === 1 ? (command[0] ?? '').trim().split(/\s+/) : command;
  const word = words.find(one => !/^[A-Za-z_]\w*=/.test(one)) ?? '';
  const program = word
    .slice(Math.max(word.lastIndexOf('/'), word.lastIndexOf('\\')) + 1)
    .replace(/\.(exe|cmd)$/i, '')
    .replace(/[^\w.-]/g, '');
  return `${program === '' ? 'agent' : program}-${lane}`.slice(0, 200);
}
