/** Makes a `catch` handler: returns `value` for these codes, separated by blanks, and rethrows other errors. */
export function insteadOf<T>(codes: string, value: T): (error: NodeJS.ErrnoException) => T {
  return error => {
    if (error.code !== undefined && codes.split(' ').includes(error.code)) return value;
    throw error;
  };
}
