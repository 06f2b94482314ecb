/** Of the reader of TOML what src/install uses. */
export { parse } from 'smol-toml';
