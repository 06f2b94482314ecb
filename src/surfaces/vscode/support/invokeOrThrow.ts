import type { z } from 'zod';
import { unlessRefused } from '../../../domain/refusal/refusal.js';
import type { Operation } from '../../../operations/operation.js';
import type { InvokeOptions, Repository } from '../repository.js';

/** Runs an operation as the person at this editor. Throws a `RefusalError` if it is refused. */
export async function invokeOrThrow<Input extends z.ZodObject, Output extends z.ZodType>(
  repository: Pick<Repository, 'invoke'>,
  operation: Operation<Input, Output>,
  input: z.input<Input>,
  options?: InvokeOptions,
): Promise<z.output<Output>> {
  return unlessRefused(await repository.invoke(operation, input, options));
}
