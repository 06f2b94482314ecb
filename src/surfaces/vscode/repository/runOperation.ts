import type { z } from 'zod';
import type { Refusal } from '../../../domain/refusal/refusal.js';
import type { Operation } from '../../../operations/operation.js';
import type { RepositoryRef } from './repositoryRef.js';

/** Runs an operation as its command does, in worktree `at` or the active repository. Output, refusal or undefined. */
export type RunOperation = <Input extends z.ZodObject, Output extends z.ZodType>(
  operation: Operation<Input, Output>,
  input: Partial<z.input<Input>>,
  at?: RepositoryRef,
) => Promise<z.output<Output> | Refusal | undefined>;
