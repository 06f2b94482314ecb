/** Of the editor of JSON with comments what src/install uses. Its main file is in a form that cannot be bundled. */
export { applyEdits, findNodeAtLocation, modify, parse, parseTree } from 'jsonc-parser/lib/esm/main.js';
