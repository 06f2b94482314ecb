import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { catalogue, findOperation } from './catalogue.js';
import { commandLineOf } from './commandLine.js';
import { isOfLanes } from './isOfLanes.js';
import { laneCatalogue, laneDeclarations } from './laneCatalogue.js';

describe('the catalogue', () => {
  it('holds the operations that every surface is made from', () => {
    expect(catalogue.map(operation => operation.name)).toEqual([
      'repository.init',
      'repository.status',
      'repository.now',
      'repository.dashboard',
      'repository.trends',
      'repository.trendRows',
      'queue.add',
      'queue.import',
      'queue.list',
      'queue.ready',
      'queue.show',
      'queue.claim',
      'queue.next',
      'queue.heartbeat',
      'queue.release',
      'queue.annotate',
      'queue.edit',
      'queue.ask',
      'queue.advance',
      'queue.resolve',
      'queue.reopen',
      'queue.reprioritise',
      'queue.depend',
      'queue.undepend',
      'queue.replay',
      'task.context',
      'task.start',
      'task.scope',
      'task.switch',
      'task.show',
      'task.list',
      'task.update',
      'task.finish',
      'task.archive',
      'task.restore',
      'task.export',
      'task.import',
      'task.render',
      'decision.record',
      'decision.list',
      'decision.validate',
      'blocker.add',
      'blocker.resolve',
      'blocker.list',
      'action.add',
      'action.update',
      'action.complete',
      'action.skip',
      'action.list',
      'touched.record',
      'touched.list',
      'compaction.record',
      'compaction.latest',
      'compaction.packet',
      'compaction.settings',
      'slice.start',
      'slice.commit',
      'slice.close',
      'slice.list',
      'slice.packet',
      'evidence.run',
      'evidence.record',
      'evidence.receipt',
      'evidence.list',
      'evidence.show',
      'finding.record',
      'finding.recordMany',
      'finding.list',
      'finding.show',
      'finding.locate',
      'finding.fix',
      'finding.wontfix',
      'finding.defer',
      'finding.reopen',
      'finding.supersede',
      'finding.integrate',
      'finding.merge',
      'finding.workItem',
      'finding.prove',
      'finding.import',
      'finding.export',
      'gate.check',
      'gate.list',
      'hooks.install',
      'hooks.uninstall',
      'hooks.status',
      'hooks.run',
      'trust.show',
      'trust.grant',
      'trust.revoke',
      'plan.register',
      'plan.analyse',
      'plan.accept',
      'plan.attest',
      'plan.sync',
      'plan.list',
      'plan.show',
      'plan.dispatch',
      'plan.move',
      'plan.cursors',
      'review.start',
      'review.record',
      'review.submit',
      'review.changes',
      'review.list',
      'review.coverage',
      'review.requestChanges',
      'ritual.brief',
      'events.append',
      'events.tail',
      'events.since',
      'events.between',
      'store.check',
      'store.compact',
      'store.backup',
      'store.restore',
      'store.export',
      'store.query',
      'store.path',
      'lane.list',
      'lane.show',
      'lane.distance',
      'lane.changes',
      'lane.overlaps',
      'lane.needsYou',
      'lane.mayEdit',
      'lane.adopt',
      'lane.adoptable',
      'lane.update',
      'lane.close',
      'lane.setup',
      'lane.teardown',
      'lane.clean',
      'lane.repair',
      'lane.rescues',
      'lane.rescue',
      'lane.rescueRestore',
      'lane.rescuePrune',
      'worker.spawn',
      'worker.status',
      'worker.show',
      'worker.start',
      'worker.commit',
      'worker.push',
      'worker.run',
      'worker.heartbeat',
      'worker.logs',
      'worker.done',
      'worker.fail',
      'worker.approve',
      'worker.requestChanges',
      'worker.merge',
      'worker.repairMerge',
      'worker.cancel',
      'worker.retry',
      'worker.restore',
      'message.send',
      'message.list',
      'message.acknowledge',
      'message.export',
      'report.submit',
      'report.list',
      'report.acknowledge',
    ]);
  });

  it('knows those of lanes by their names, before their code is read, and by their declarations after', () => {
    expect(catalogue.filter(({ name }) => isOfLanes(name))).toEqual(laneCatalogue);
    expect(laneDeclarations.workerSpawn.name).toBe('worker.spawn');
    expect(Object.keys(laneDeclarations)).toEqual(
      laneCatalogue.map(({ name }) => name.replace(/\.(.)/, (_, letter: string) => letter.toUpperCase())),
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
      'store.restore',
      'lane.rescuePrune',
    ]);
  });

  it('takes for reads what neither writes, nor runs a command, nor asks who acts', () => {
    const named = catalogue
      .filter(({ onlyReads }) => onlyReads !== undefined)
      .map(({ name }) => name)
      .sort();
    expect(named).toEqual(['hooks.run', 'lane.clean', 'lane.mayEdit', 'lane.rescuePrune']);
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
    const actions = catalogue.flatMap(({ mcp }) => (mcp === null ? [] : [`${mcp.tool} ${mcp.action}`]));
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
