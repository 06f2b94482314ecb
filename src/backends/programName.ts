import { basename } from 'node:path';

/** Name of a program for sentences; of a script, the script's: `gemini` for `['/usr/bin/node', '/…/gemini.js', '--acp']`. */
export function programName([program = '', script = '']: readonly string[]): string {
  const named =
    /^node(?:\.exe)?$/.test(basename(program)) && !script.startsWith('-') && script !== '' ? script : program;
  return basename(named).replace(/\.(?:[cm]?js|exe|cmd)$/, '') || 'The program';
}
