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

const workerDo = operation('worker.do', 'workers');

let hasLanes: boolean;
let isPlace: boolean;
let told: number;
let looks: number;
let listeners: Set<() => void>;
let tools: ToolList;

beforeEach(() => {
  [hasLanes, isPlace, told, looks] = [false, true, 0, 0];
  listeners = new Set();
  tools = new ToolList({
    table: {
      core: compoundTools([operation('queue.do', 'work_items')]),
      ofLanes: compoundTools([operation('lane.do', 'lanes'), workerDo, operation('worker.end', 'workers', 'end')]),
      withoutLanes: compoundTools([workerDo]),
    },
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
    expect(Object.keys(tools.find('workers')?.actions ?? {})).toEqual(['do', 'end']);
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
    expect((await tools.find('workers'))?.declaration.name).toBe('workers');
    await tools.look();
    expect([await listed(), told]).toEqual([['work_items', 'workers'], 0]);
  });

  it('are listed once one of them was called, and the client is told', async () => {
    expect(await listed()).toEqual(['work_items', 'workers']);
    expect((await tools.find('lanes'))?.declaration.name).toBe('lanes');
    await tools.look();
    expect([await listed(), told]).toEqual([['work_items', 'lanes', 'workers'], 1]);
  });

  it('know the core without a look at the store', async () => {
    expect((await tools.find('work_items'))?.declaration.name).toBe('work_items');
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
