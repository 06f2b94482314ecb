/** True for the name of an operation on lanes, their workers and what these say, whose code is read late. */
export function isOfLanes(operation: string): boolean {
  return /^(lane|worker|message|report)\./.test(operation);
}
