import type { z } from 'zod';
import type { Refusal } from '../../../domain/refusal/refusal.js';
import type { Operation } from '../../../operations/operation.js';
import type { RepositoryRef } from './repositoryRef.js';

/**
 * Runs an operation as its command does: asks for missing input, confirms, shows the outcome. Acts in the worktree `at`, else in the active
 * repository. Resolves with the output, the refusal, or undefined if the person closed a box.
 */
export type RunOperation = <Input extends z.ZodObject, Output extends z.ZodType>(
  operation: Operation<Input, Output>,
  input: Partial<z.input<Input>>,
  at?: RepositoryRef,
) => Promise<z.output<Output> | Refusal | undefined>;
