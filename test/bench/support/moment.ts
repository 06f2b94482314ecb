/**
 * Now, in ms that all processes of a machine count alike. Not since 1970: the system sets its clock in the middle of a run, and each
 * process keeps the one that it was started with.
 */
export function moment(): number {
  return Number(process.hrtime.bigint()) / 1_000_000;
}
