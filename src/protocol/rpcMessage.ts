import * as z from 'zod/mini';

export const rpcErrorCodes = [
  'timed_out',
  'closed',
  /** The message does not match the contract. */
  'invalid',
  'unknown_method',
  /** Refused by the other side, with a sentence for people. */
  'refused',
  /** Failed on the other side; its log has the cause. */
  'failed',
] as const;
export type RpcErrorCode = (typeof rpcErrorCodes)[number];

/** Error of a request. `message` is one sentence for people if the code is `refused`. */
export class RpcError extends Error {
  readonly code: RpcErrorCode;

  constructor(code: RpcErrorCode, message: string) {
    super(message);
    this.name = 'RpcError';
    this.code = code;
  }
}

const id = z.int().check(z.positive());

export const rpcMessageSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('request'), id, method: z.string(), params: z.unknown() }),
  z.strictObject({ kind: z.literal('reply'), id, result: z.unknown() }),
  z.strictObject({
    kind: z.literal('error'),
    id,
    error: z.strictObject({ code: z.enum(rpcErrorCodes), message: z.string() }),
  }),
  z.strictObject({ kind: z.literal('event'), name: z.string(), data: z.unknown() }),
]);
export type RpcMessage = z.infer<typeof rpcMessageSchema>;
