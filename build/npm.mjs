import { mustRun } from './command.mjs';

const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];

/**
 * Runs npm in a folder, without any package's scripts.
 *
 * @param {string[]} args
 * @param {string} cwd
 */
export async function npm(args, cwd) {
  const all = [...args, ...flags];
  const what = `npm ${args.join(' ')} in ${cwd}`;
  const program = process.env.npm_execpath;
  if (program?.endsWith('npm-cli.js')) return mustRun(process.execPath, [program, ...all], { cwd, what });
  if (process.platform === 'win32') return mustRun('cmd.exe', ['/d', '/s', '/c', 'npm', ...all], { cwd, what });
  return mustRun('npm', all, { cwd, what });
}
