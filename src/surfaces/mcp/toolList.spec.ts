import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { compoundTools } from '../../manifest/toolSet.js';
import { type AnyOperation, defineOperation } from '../../operations/operation.js';
import { ToolList } from './toolList.js';

function operation(name: `${string}.${string}`, tool: string, action = 'do'): AnyOperation {
  return defineOperation({
    name,
    order: 10,
    title: 'T',
    summary: 'Does it.',
    input: z.strictObject({}),
    output: z.object({}),
    effect: 'read',
    roles: ['agent'],
    mcp: { tool, action, brief: '' },
    cli: { examples: [] },
    palette: false,
    run: async () => ({}),
  });
}

const queueDo = operation('queue.do', 'work_items');
const laneDo = operation('lane.do', 'lanes');
const workerDo = operation('worker.do', 'workers');
const workerEnd = operation('worker.end', 'workers', 'end');
const workerMerge = operation('worker.merge', 'workers', 'merge');
const runDo = operation('run.do', 'runs');
const evidenceRun = operation('evidence.run', 'evidence', '');

const declared = (...operations: AnyOperation[]) => compoundTools(operations).map(({ declaration }) => declaration);

let hasLanes: boolean;
let isPlace: boolean;
let mayReview: boolean;
let told: number;
let looks: number;
let listeners: Set<() => void>;
let tools: ToolList;

beforeEach(() => {
  [hasLanes, isPlace, mayReview, told, looks] = [false, true, false, 0, 0];
  listeners = new Set();
  tools = new ToolList({
    table: {
      tools: compoundTools([queueDo, laneDo, workerDo, workerEnd, workerMerge, runDo, evidenceRun]),
      former: { lane_work: { make: 'worker.do' }, work_items: { take: 'queue.do' } },
      core: declared(queueDo),
      withoutLanes: declared(workerDo),
      ofLanes: declared(laneDo, workerDo, workerEnd),
      ofReviewers: declared(laneDo, workerDo, workerEnd, workerMerge),
    },
    mayReview: async () => mayReview,
    hasLanes: async () => {
      looks += 1;
      return hasLanes;
    },
    listen(listener) {
      if (!isPlace) return undefined;
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onChanged: () => {
      told += 1;
    },
  });
});

const listed = async () => (await tools.list()).map(({ name }) => name);

describe('the tools of a session', () => {
  it('grow by those of lanes when the first lane comes, and the client is told once', async () => {
    expect(await listed()).toEqual(['work_items', 'workers']);
    expect([told, listeners.size]).toEqual([0, 1]);
    for (const listener of listeners) listener();
    await tools.look();
    expect(told).toBe(0);
    hasLanes = true;
    await Promise.all([tools.look(), tools.look()]);
    await tools.look();
    expect([told, listeners.size]).toEqual([1, 0]);
    expect(await listed()).toEqual(['work_items', 'lanes', 'workers']);
    // They stay.
    hasLanes = false;
    await tools.look();
    expect([await listed(), told]).toEqual([['work_items', 'lanes', 'workers'], 1]);
  });

  it('hold those of lanes from the start where there is a lane, and nobody is told anything', async () => {
    hasLanes = true;
    expect(await listed()).toEqual(['work_items', 'lanes', 'workers']);
    await tools.look();
    expect([told, listeners.size]).toEqual([0, 0]);
  });

  it('have the action that opens a lane alone before there is one, and answer the others all the same', async () => {
    const actions = async () =>
      (await tools.list()).flatMap(({ name, inputSchema }) => (name === 'workers' ? [inputSchema.properties] : []));
    expect(await actions()).toEqual([{ action: { type: 'string' } }]);
    expect(Object.keys(tools.find('workers')?.actions ?? {})).toEqual(['do', 'end', 'merge']);
    hasLanes = true;
    expect(await actions()).toEqual([{ action: { type: 'string', enum: ['do', 'end'] } }]);
  });

  it('can be called before they were listed, and a client that asked for no list is told nothing', async () => {
    expect([tools.has('none'), tools.has('work_items')]).toEqual([false, true]);
    expect(await tools.names()).toEqual(['work_items', 'workers']);
    expect([tools.has('lanes'), await tools.names()]).toEqual([true, ['work_items', 'lanes', 'workers']]);
    await tools.look();
    expect(told).toBe(0);
  });

  it('are not all listed because the one that opens the first lane was called', async () => {
    expect(await listed()).toEqual(['work_items', 'workers']);
    expect((await tools.find('workers'))?.name).toBe('workers');
    await tools.look();
    expect([await listed(), told]).toEqual([['work_items', 'workers'], 0]);
  });

  it('are listed once one of them was called, and the client is told', async () => {
    expect(await listed()).toEqual(['work_items', 'workers']);
    expect((await tools.find('lanes'))?.name).toBe('lanes');
    await tools.look();
    expect([await listed(), told]).toEqual([['work_items', 'lanes', 'workers'], 1]);
  });

  it('have the actions of reviewers while agents may review, and answer them in any case', async () => {
    const actions = async () =>
      (await tools.list()).flatMap(({ name, inputSchema }) => (name === 'workers' ? [inputSchema.properties] : []));
    hasLanes = true;
    expect(await actions()).toEqual([{ action: { type: 'string', enum: ['do', 'end'] } }]);
    mayReview = true;
    expect(await actions()).toEqual([{ action: { type: 'string', enum: ['do', 'end', 'merge'] } }]);
    mayReview = false;
    expect(await actions()).toEqual([{ action: { type: 'string', enum: ['do', 'end'] } }]);
    expect(tools.find('workers')?.actions).toMatchObject({ merge: 'worker.merge' });
  });

  it('answer former names of tools and actions, which are not listed', async () => {
    expect(tools.find('lane_work')?.actions).toEqual({ make: 'worker.do' });
    expect(tools.find('work_items')?.actions).toEqual({ do: 'queue.do', take: 'queue.do' });
    expect(await listed()).toEqual(['work_items', 'workers']);
  });

  it('that are rare are called through more, and described by it', () => {
    const { signal } = new AbortController();
    const call = (args: object) => ({ name: 'more', arguments: args, client: undefined, meta: undefined, signal });
    expect(tools.has('more')).toBe(true);
    const made = tools.resolve(call({ tool: 'runs', action: 'do', options: { text: 'x' } }));
    expect(made).toMatchObject({ name: 'runs', arguments: { action: 'do', options: { text: 'x' } } });
    expect(tools.resolve(call({ tool: 'runs' }))).toMatchObject({
      text: 'Investigations. run: R-1, default the active one.\nActions of runs: do\nInputs: none',
      isError: false,
    });
    expect(tools.resolve(call({ tool: 'runs', options: { text: 'x' } }))).toMatchObject({
      text: 'Refused (invalid_input): more needs an action of runs. Give one of: do.',
      isError: true,
    });
    expect(tools.resolve(call({ tool: 'evidence', options: { command: ['x'] } }))).toMatchObject({
      text: 'Refused (invalid_input): evidence has no rare actions. It is a tool of its own: call evidence.',
      isError: true,
    });
    const hint = 'Give tool as one of: runs, plans, compaction, archive.';
    expect(tools.resolve(call({ tool: 'run' }))).toEqual({
      text: `Refused (invalid_input): There is no tool “run”. ${hint}`,
      structured: { code: 'invalid_input', message: 'There is no tool “run”.', hint },
      isError: true,
    });
    expect(tools.resolve(call({}))).toMatchObject({ structured: { message: 'more needs a tool.', hint } });
    expect(tools.resolve(call({ tool: 'more' }))).toMatchObject({ isError: true });
  });

  it('know the core without a look at the store', async () => {
    expect((await tools.find('work_items'))?.name).toBe('work_items');
    expect(looks).toBe(0);
  });

  it('are listened for as soon as there is a place for a store, until the end', async () => {
    isPlace = false;
    await tools.list();
    expect(listeners.size).toBe(0);
    isPlace = true;
    await tools.look();
    expect(listeners.size).toBe(1);
    tools.stop();
    expect(listeners.size).toBe(0);
  });
});
