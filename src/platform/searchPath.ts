import { delimiter } from 'node:path';

/** The variable in which programs are looked for, with a folder in front; Windows may spell its name in another case. */
export function searchPathWith(
  folder: string,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Record<string, string> {
  const name = Object.keys(environment).find(key => key.toUpperCase() === 'PATH') ?? 'PATH';
  const present = environment[name] ?? '';
  return { [name]: present === '' ? folder : `${folder}${delimiter}${present}` };
}
