import * as z from 'zod/mini';

/** States of a work item in the graph, as its colour and word tell. */
export const graphStates = ['ready', 'in_flight', 'needs_you', 'blocked', 'scheduled', 'done'] as const;
export type GraphState = (typeof graphStates)[number];

const length = z.number();
const point = z.strictObject({ x: length, y: length });

/** Open work items with dependencies, with places in pixels; dependencies point to what waits. */
export const workGraphSchema = z.strictObject({
  width: length,
  height: length,
  /** In the order of the tree: from what waits for nothing. */
  nodes: z.array(
    z.strictObject({
      ref: z.string(),
      /** Empty if only the reference is known. */
      title: z.string(),
      state: z.enum(graphStates),
      /** Middle of its box. */
      at: point,
      /** Refs of open items that it waits for. */
      after: z.array(z.string()),
    }),
  ),
  edges: z.array(z.strictObject({ from: z.string(), to: z.string(), points: z.array(point) })),
  /** Items that are left out. */
  hidden: z.int().check(z.nonnegative()),
});
export type WorkGraph = z.infer<typeof workGraphSchema>;

/** Size of a node's box in pixels. */
export const nodeSize = { width: 190, height: 44 } as const;
