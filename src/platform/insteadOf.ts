/**
 * For `catch`: `value` in place of a failure with one of these codes (`ENOENT`, or several with a blank between), as file
 * systems give them; every other failure is thrown again.
 */
export function insteadOf<T>(codes: string, value: T): (error: NodeJS.ErrnoException) => T {
  return error => {
    if (error.code !== undefined && codes.split(' ').includes(error.code)) return value;
    throw error;
  };
}
