import { delimiter } from 'node:path';

/** Returns PATH with one more folder; Windows may spell the variable differently. */
export function searchPathWith(
  folder: string,
  environment: Readonly<Record<string, string | undefined>> = process.env,
  where: 'first' | 'last' = 'first',
): Record<string, string> {
  const name = Object.keys(environment).find(key => key.toUpperCase() === 'PATH') ?? 'PATH';
  const present = environment[name] ?? '';
  const both = where === 'first' ? [folder, present] : [present, folder];
  return { [name]: both.filter(part => part !== '').join(delimiter) };
}
