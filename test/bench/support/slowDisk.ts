import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Waits 2 ms before each flush, in every engine alike: a laptop's disk rather than a server's. */
const source = `
#define _GNU_SOURCE
#include <dlfcn.h>
#include <time.h>
static void wait_longer(void) { struct timespec t = {0, 2000000}; nanosleep(&t, 0); }
int fsync(int fd) {
  static int (*real)(int);
  if (!real) real = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
  wait_longer();
  return real(fd);
}
int fdatasync(int fd) {
  static int (*real)(int);
  if (!real) real = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
  wait_longer();
  return real(fd);
}
`;

/** A library to preload that makes each fsync 2 ms longer; undefined where it cannot be built. */
export function buildSlowDisk(folder: string): string | undefined {
  if (process.platform !== 'linux') return undefined;
  const file = join(folder, 'slow-disk.c');
  const library = join(folder, 'slow-disk.so');
  writeFileSync(file, source);
  try {
    execFileSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, file, '-ldl'], { stdio: 'ignore' });
    return library;
  } catch {
    return undefined;
  }
}
