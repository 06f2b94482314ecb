import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { catalogue, findOperation } from './catalogue.js';
import { commandLineOf } from './commandLine.js';
import { isOfLanes } from './isOfLanes.js';
import { laneOperations } from './lane/laneOperations.generated.js';

describe('the catalogue', () => {
  it('knows those of lanes by their names, before their code is read, and by their declarations after', () => {
    const ofLanes = catalogue.filter(({ name }) => isOfLanes(name));
    expect(Object.values(laneOperations)).toEqual(ofLanes);
    expect(laneOperations.workerSpawn.name).toBe('worker.spawn');
    expect(Object.keys(laneOperations)).toEqual(
      ofLanes.map(({ name }) => name.replace(/\.(.)/, (_, letter: string) => letter.toUpperCase())),
    );
  });

  it('finds by name', () => {
    expect(findOperation('queue.claim')?.title).toBe('Claim Work Item');
    expect(findOperation('queue.clam')).toBeUndefined();
  });

  it('leaves answers and restores to people', () => {
    const forPeople = catalogue
      .filter(operation => operation.roles.join() === 'human')
      .map(operation => operation.name);
    expect(forPeople).toEqual([
      'queue.advance',
      'hooks.install',
      'hooks.uninstall',
      'trust.grant',
      'trust.revoke',
      'plan.attest',
      'store.archive',
      'store.restore',
      'store.repair',
      'store.update',
      'lane.rescuePrune',
      'agent.start',
      'agent.stop',
      'agent.say',
      'agent.permit',
      'agent.restore',
      'control.start',
      'control.stop',
      'control.read',
    ]);
  });

  it('takes for reads what neither writes, nor runs a command, nor asks who acts', () => {
    const named = catalogue
      .filter(({ onlyReads }) => onlyReads !== undefined)
      .map(({ name }) => name)
      .sort();
    expect(named).toEqual([
      'agent.list',
      'hooks.run',
      'lane.clean',
      'lane.mayEdit',
      'lane.rescuePrune',
      'store.repair',
      'store.update',
      'task.gc',
      'task.reap',
      'worker.propose',
    ]);
    // Restricted Mode and profiles of tools that only read go by the effect.
    for (const name of ['lane.setup', 'lane.teardown', 'lane.clean', 'worker.run', 'worker.heartbeat']) {
      expect([name, findOperation(name)?.effect]).toEqual([name, 'external']);
    }
  });

  it('describes every field, as help, MCP and the documentation show it', () => {
    const silent = catalogue.flatMap(operation => {
      const { positionals, flags } = commandLineOf(operation);
      return [...positionals, ...flags]
        .filter(({ description }) => description.trim() === '')
        .map(({ field }) => `${operation.name} ${field}`);
    });
    expect(silent).toEqual([]);
  });

  it('names no field as MCP names the choice of an operation', () => {
    const taken = catalogue.filter(({ input }) => 'action' in input.shape).map(({ name }) => name);
    expect(taken).toEqual([]);
  });

  it('appears once in each MCP action', () => {
    const actions = catalogue.flatMap(({ mcp }) => (mcp === null ? [] : [`${mcp.tool} ${mcp.kind} ${mcp.action}`]));
    expect(new Set(actions).size).toBe(actions.length);
  });

  it.each(catalogue.map(operation => [operation.name, operation] as const))(
    '%s is declared whole',
    (_name, operation) => {
      const fields = new Set(Object.keys(operation.input.shape));
      const { positionals = [], flags = {}, exclusive = [], files = [], examples } = operation.cli;
      for (const field of [...positionals, ...Object.keys(flags), ...exclusive.flat(), ...files])
        expect(fields).toContain(field);
      expect(examples.length).toBeGreaterThan(0);
      expect(operation.summary).toMatch(/^[A-Z].*\.$/);
      expect(operation.title).toMatch(/^[A-Z]/);
      if (operation.idempotency !== undefined) expect(fields).toContain(operation.idempotency);
      // Surfaces describe inputs and outputs to others as JSON Schema.
      expect(() => z.toJSONSchema(operation.input, { io: 'input' })).not.toThrow();
      expect(() => z.toJSONSchema(operation.output)).not.toThrow();
      // What is not a field is refused rather than dropped.
      expect(operation.input.safeParse({ noSuchField: 1 }).success).toBe(false);
    },
  );
});
