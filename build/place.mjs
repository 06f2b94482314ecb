import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The places the rig reads and writes, all absolute. Everything it downloads goes below `cache`, which git ignores. */
const root = dirname(dirname(fileURLToPath(import.meta.url)));

export const place = {
  root,
  cache: join(root, '.cache'),
  dist: join(root, 'dist'),
  meta: join(root, 'dist', 'meta'),
  report: join(root, '.cache', 'report'),
};
