/** What went wrong in one sentence for a person; the rig prints it without a stack and ends with `exitCode`. */
export class RigError extends Error {
  /**
   * @param {string} message
   * @param {number} [exitCode]
   */
  constructor(message, exitCode = 1) {
    super(message);
    this.name = 'RigError';
    this.exitCode = exitCode;
  }
}

const colour = Boolean(process.stdout.isTTY) && !process.env.NO_COLOR;

/**
 * @param {number} code an SGR colour code
 * @param {string} text
 */
export function paint(code, text) {
  return colour ? `\u001b[${code}m${text}\u001b[0m` : text;
}

/**
 * One line of progress: what is being done, and how far it is.
 *
 * @param {string} topic
 * @param {string} text
 */
export function say(topic, text) {
  process.stdout.write(`${paint(36, topic.padEnd(9))} ${text}\n`);
}

/**
 * Runs a command line program and turns what it throws into a sentence and an exit code.
 *
 * @param {() => Promise<number>} main resolves to the exit code
 */
export function runMain(main) {
  main().then(
    code => {
      process.exitCode = code;
    },
    error => {
      const isRigError = error instanceof RigError;
      process.stderr.write(`${paint(31, isRigError ? error.message : String(error?.stack ?? error))}\n`);
      process.exitCode = isRigError ? error.exitCode : 1;
    },
  );
}

/**
 * A duration for people, for example `0.4 s` or `3 min 12 s`.
 *
 * @param {number} milliseconds
 */
export function duration(milliseconds) {
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}
