import type { HookName } from './gitHooks.js';
import { callLine } from './hookScript.js';

/** Text for a person to add to lefthook's settings, in which each hook may occur once. */
export function lefthookText(missing: readonly HookName[]): string {
  return missing.map(name => lefthookHook(name)).join('');
}

function lefthookHook(name: HookName): string {
  const lines = [
    `${name}:`,
    '  commands:',
    '    stateroom:',
    ...(name === 'pre-push' ? ['      use_stdin: true'] : []),
    `      run: '${callLine(name)}'`,
  ];
  return `${lines.join('\n')}\n`;
}
