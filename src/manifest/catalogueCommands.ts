import type { AnyOperation } from '../operations/operation.js';
import { whenEnabled, whenOffered } from './availability.js';
import { type Fragment, localised } from './fragment.js';

/** Icons of the operations that stand in a toolbar or beside a row. */
const icons: Readonly<Record<string, string>> = {
  'action.add': '$(add)',
  'blocker.add': '$(add)',
  'blocker.resolve': '$(check)',
  'evidence.run': '$(beaker)',
  'finding.defer': '$(clock)',
  'finding.fix': '$(check)',
  'finding.record': '$(add)',
  'finding.reopen': '$(debug-restart)',
  'finding.wontfix': '$(circle-slash)',
  'lane.clean': '$(trash)',
  'lane.repair': '$(tools)',
  'lane.update': '$(edit)',
  'message.send': '$(comment)',
  'queue.add': '$(add)',
  'queue.advance': '$(reply)',
  'queue.claim': '$(play)',
  'queue.release': '$(discard)',
  'queue.reopen': '$(debug-restart)',
  'report.acknowledge': '$(check)',
  'slice.close': '$(check)',
  'slice.start': '$(add)',
  'task.finish': '$(check-all)',
  'task.start': '$(add)',
  'worker.approve': '$(check)',
  'worker.merge': '$(git-merge)',
  'worker.restore': '$(discard)',
  'worker.retry': '$(debug-restart)',
  'worker.spawn': '$(add)',
};

/** One command for each operation that the palette offers. */
export function commandsOf(operations: readonly AnyOperation[]): Fragment {
  const offered = operations.filter(operation => operation.palette);
  return {
    contributes: {
      commands: offered.map(operation => ({
        command: `stateroom.${operation.name}`,
        title: localised(`command.${operation.name}.title`, operation.title),
        category: 'Stateroom',
        icon: icons[operation.name],
        enablement: whenEnabled(operation),
      })),
      menus: {
        commandPalette: offered.map(({ name }) => ({
          command: `stateroom.${name}`,
          when: whenOffered(name),
        })),
      },
    },
  };
}
