/** What only the command line uses: the difference of two texts, and the words of a shell's command. */
export { structuredPatch } from 'diff';
export { default } from 'shell-quote/parse.js';
