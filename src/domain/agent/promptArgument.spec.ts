import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { isPromptQuoted, takesPrompt, withPrompt } from './promptArgument.js';

const hostile = `Don't "quote" $(touch x) \`y\` \\' %PATH% & | > it’s 100 %.`;

describe('the prompt in the command of an agent', () => {
  it.each([
    ['bash', `claude 'Don'\\''t "quote" $(touch x) \`y\` \\'\\'' %PATH% & | > it’s 100 %.'`],
    ['fish', `claude 'Don\\'t "quote" $(touch x) \`y\` \\\\\\' %PATH% & | > it’s 100 %.'`],
    ['pwsh', `claude 'Don''t ''quote'' $(touch x) \`y\` \\'' %PATH% & | > it’’s 100 %.'`],
    ['cmd', `claude "Don't 'quote' $(touch x) \`y\` \\' % PATH%  & | > it’s 100 %."`],
  ])('is one argument for %s', (shell, expected) => {
    expect(withPrompt('claude {prompt}', hostile, shell)).toBe(expected);
  });

  it.skipIf(process.platform === 'win32')('comes as it is to a program that a shell starts', () => {
    const line = withPrompt(`printf '[%s]' --dry {prompt} end`, hostile, 'bash');
    expect(execFileSync('sh', ['-c', line], { encoding: 'utf8' })).toBe(`[--dry][${hostile}][end]`);
  });

  it('is one line, also where the person has put quotes around its place', () => {
    expect(withPrompt('codex "{prompt}"', 'one\ntwo\u2028three\u001b[1m', 'zsh')).toBe(`codex 'one two three [1m'`);
  });

  it('is known to be within other quotes', () => {
    expect([takesPrompt('claude'), takesPrompt('claude {prompt}')]).toEqual([false, true]);
    for (const command of ['claude', 'claude {prompt}', `A='b c' claude "{prompt}" --x "{prompt}"`])
      expect(isPromptQuoted(command)).toBe(false);
    for (const command of ['sh -c "claude {prompt}"', `sh -c 'claude {prompt}'`, `claude "do {prompt} now"`])
      expect(isPromptQuoted(command)).toBe(true);
  });
});
