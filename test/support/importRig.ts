import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import type { z } from 'zod';
import type { Actor } from '../../src/domain/actor/actor.js';
import { importTracker } from '../../src/operations/import/importTracker.js';
import { person, TestRepository } from './testRepository.js';

/** A store for each test of a spec, with what its imports need. */
export function importRig() {
  let repository: TestRepository;
  beforeEach(async () => {
    repository = new TestRepository();
    await repository.store.create();
  });
  afterEach(() => repository.close());
  return {
    get repository() {
      return repository;
    },
    /** Writes a file below the folder of the test, and returns its path. */
    write(name: string, content: string | Uint8Array): string {
      const path = join(repository.directory, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content);
      return path;
    },
    /** Imports a file or folder, as a person. */
    run: (path: string, more: Omit<z.input<typeof importTracker.input>, 'path'> = {}, actor: Actor = person) =>
      repository.ok(importTracker, { path, ...more }, actor),
    /** The rows of a query. */
    counted: async (sql: string) => (await repository.store.maintenance.query(sql, 1000)).rows,
  };
}

/** Values as JSON Lines. */
export const lines = (...values: unknown[]) => values.map(value => JSON.stringify(value)).join('\n');
