/** What the brief of the work takes the place of in a command. */
const placeholder = '{prompt}';

export function takesPrompt(commandLine: string): boolean {
  return commandLine.includes(placeholder);
}

/** True where the place of the prompt is within other quotes, in which a shell would read what others wrote. */
export function isPromptQuoted(commandLine: string): boolean {
  const parts = bare(commandLine).split(placeholder);
  const before = parts.slice(0, -1).map((_, index) => parts.slice(0, index + 1).join(''));
  return before.some(text => !/^(?:[^'"]|'[^']*'|"[^"]*")*$/.test(text));
}

/**
 * The command with the prompt as one argument, for a shell as the editor calls it (`bash`, `pwsh`, `cmd`); one that is not known is
 * taken for a POSIX shell. The prompt is one line.
 */
export function withPrompt(commandLine: string, prompt: string, shell: string): string {
  return bare(commandLine).replaceAll(placeholder, () => quotedFor(shell, prompt));
}

/** Quotes around the placeholder alone are ours to write. */
function bare(commandLine: string): string {
  return commandLine.replace(/(["'])\{prompt\}\1/g, placeholder);
}

function quotedFor(shell: string, prompt: string): string {
  const line = prompt.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  switch (shell) {
    case 'cmd':
      // Double quotes cannot be escaped for cmd and a batch file alike, nor %name% within them.
      return `"${line.replaceAll('"', "'").replace(/%(?=[^%]*%)/g, '% ')}"`;
    case 'pwsh':
      // Windows PowerShell passes double quotes on as they are; any of its single quotes ends a text.
      return `'${line.replaceAll('"', "'").replace(/['\u2018-\u201B]/g, '$&$&')}'`;
    case 'fish':
      return `'${line.replace(/[\\']/g, '\\$&')}'`;
    default:
      return `'${line.replaceAll("'", `'\\''`)}'`;
  }
}
