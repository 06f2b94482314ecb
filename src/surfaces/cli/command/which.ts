import { existsSync } from 'node:fs';
import { isRefusal } from '../../../domain/refusal/refusal.js';
import { locateStore } from '../../../git/storeLocation.js';
import { shimFile } from '../../../platform/shim.js';
import { version } from '../../../platform/version.js';
import type { OwnCommand } from '../commandLine/commandSet.js';

export const which: OwnCommand = {
  path: ['which'],
  summary: 'Prints the paths of the program and of its shim next to the store.',
  positionals: [],
  flags: [],
  examples: ['which', 'which --json'],
  async run({ host, options, printer }) {
    const location = locateStore(options, host);
    const path = isRefusal(location) ? undefined : shimFile(location.directory);
    const shim = path !== undefined && existsSync(path) ? path : null;
    const { style } = printer.view;
    const absence = path === undefined ? 'no repository here' : 'not created yet; init or the first write creates it';
    const text = [
      `${style.dim('program')}  ${host.programFile}`,
      `${style.dim('shim')}     ${shim ?? style.dim(absence)}`,
    ].join('\n');
    return printer.answer(printer.quiet ? (shim ?? host.programFile) : text, {
      program: host.programFile,
      shim,
      version,
    });
  },
};
