export { german } from './german.js';
export { english, say, sayState } from './say.js';

/** What makes sentences, in one file that the parts of the editor share: they would hold every template once more each. */
