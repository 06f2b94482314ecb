import * as z from 'zod/mini';

/** Why a request did not get its result. */
export const rpcErrorCodes = [
  /** The other side did not answer in time. */
  'timed_out',
  /** The page or the panel is gone. */
  'closed',
  /** The message does not have the agreed shape. */
  'invalid',
  /** The other side offers no such request. */
  'unknown_method',
  /** The other side says no, in a sentence for people. */
  'refused',
  /** The other side failed; its log has the cause. */
  'failed',
] as const;
export type RpcErrorCode = (typeof rpcErrorCodes)[number];

/** What a request rejects with. `message` is one sentence for people when the code is `refused`. */
export class RpcError extends Error {
  readonly code: RpcErrorCode;

  constructor(code: RpcErrorCode, message: string) {
    super(message);
    this.name = 'RpcError';
    this.code = code;
  }
}

const id = z.int().check(z.positive());

/** Everything that crosses between the extension host and a page. */
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
