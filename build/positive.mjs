/** The longest that a timer can wait, ms. */
const maxTimeout = 2 ** 31 - 1;

/**
 * A whole number above 0 that a variable of the environment gives, at most as long as a timer can wait; else the usual one.
 *
 * @param {string} name
 * @param {number} usual
 */
export function positiveFrom(name, usual) {
  const value = Number(process.env[name]);
  return Number.isInteger(value) && value > 0 ? Math.min(value, maxTimeout) : usual;
}
