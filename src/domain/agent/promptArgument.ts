const placeholder = '{prompt}';

export function takesPrompt(commandLine: string): boolean {
  return commandLine.includes(placeholder);
}

/** True if the placeholder is inside other quotes, where a shell would interpret the prompt. */
export function isPromptQuoted(commandLine: string): boolean {
  const parts = bare(commandLine).split(placeholder);
  const before = parts.slice(0, -1).map((_, index) => parts.slice(0, index + 1).join(''));
  return before.some(text => !/^(?:[^'"]|'[^']*'|"[^"]*")*$/.test(text));
}

/** Inserts a one-line prompt, quoted for the shell (`bash`, `pwsh`, `cmd`, else POSIX). */
export function withPrompt(commandLine: string, prompt: string, shell: string): string {
  return bare(commandLine).replaceAll(placeholder, () => quotedFor(shell, prompt));
}

/** Drops quotes around the placeholder alone, which are added again. */
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
      // Windows PowerShell passes double quotes on unescaped; each of its single quote characters ends a string.
      return `'${line.replaceAll('"', "'").replace(/['\u2018-\u201B]/g, '$&$&')}'`;
    case 'fish':
      return `'${line.replace(/[\\']/g, '\\$&')}'`;
    default:
      return `'${line.replaceAll("'", `'\\''`)}'`;
  }
}
