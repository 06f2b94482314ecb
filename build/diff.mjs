/** What only the command line uses: the difference of two texts. */
export { structuredPatch } from 'diff';
