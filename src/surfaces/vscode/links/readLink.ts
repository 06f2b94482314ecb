import * as z from 'zod';

export const linkKinds = ['item', 'finding', 'task', 'lane', 'run'] as const;
export type LinkKind = (typeof linkKinds)[number];

/** The record of a link. A ULID is the same on every machine and reveals no path, title or person. */
export interface Link {
  readonly kind: LinkKind;
  readonly id: string;
}

const linkSchema = z
  .strictObject({
    path: z.string().regex(/^\/(?:item|finding|task|lane|run)\/[0-7][0-9A-HJKMNP-TV-Z]{25}$/),
    query: z.literal(''),
    fragment: z.literal(''),
  })
  .transform(({ path }): Link => {
    const [, kind, id] = path.split('/');
    return { kind: z.enum(linkKinds).parse(kind), id: z.string().parse(id) };
  });

/** Parses `/item/01KAHM0Z0000000000000000AA` strictly; returns undefined for everything else. */
export function readLink(address: { path: string; query: string; fragment: string }): Link | undefined {
  const { path, query, fragment } = address;
  return linkSchema.safeParse({ path, query, fragment }).data;
}

export function linkPath({ kind, id }: Link): string {
  return `/${kind}/${id}`;
}
