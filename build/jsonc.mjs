/** Of the editor of JSON with comments what src/install uses. Its main file is in a form that cannot be bundled. */
export { applyEdits, modify, parse } from 'jsonc-parser/lib/esm/main.js';
