/** Makes a `catch` handler: `value` for these codes (`ENOENT`, or several separated by blanks); rethrows every other error. */
export function insteadOf<T>(codes: string, value: T): (error: NodeJS.ErrnoException) => T {
  return error => {
    if (error.code !== undefined && codes.split(' ').includes(error.code)) return value;
    throw error;
  };
}
