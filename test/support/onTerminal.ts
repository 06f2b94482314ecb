/** What runs these words on a terminal of their own, as a person would, and ends with their exit code. */
export function onTerminal(words: readonly string[], columns = 100): { program: string; args: string[] } {
  const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  const command = `stty cols ${columns} rows 40; exec ${words.map(quote).join(' ')}`;
  return { program: scriptProgram, args: ['-q', '-e', '-f', '-c', command, '/dev/null'] };
}

/** script(1) of util-linux. */
export const scriptProgram = '/usr/bin/script';
