import type { AnyOperation } from '../operations/operation.js';
import { type Fragment, localised } from './fragment.js';

/** Icons of the operations that stand in a toolbar or beside a row. */
const icons: Readonly<Record<string, string>> = {
  'action.add': '$(add)',
  'blocker.add': '$(add)',
  'blocker.resolve': '$(check)',
  'evidence.run': '$(beaker)',
  'finding.fix': '$(check)',
  'finding.record': '$(add)',
  'finding.reopen': '$(debug-restart)',
  'lane.repair': '$(tools)',
  'queue.add': '$(add)',
  'queue.advance': '$(reply)',
  'queue.claim': '$(play)',
  'queue.release': '$(discard)',
  'queue.reopen': '$(debug-restart)',
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
      commands: offered.map(({ name, title }) => ({
        command: `stateroom.${name}`,
        title: localised(`command.${name}.title`, title),
        category: 'Stateroom',
        icon: icons[name],
      })),
      menus: {
        commandPalette: offered.map(({ name }) => ({
          command: `stateroom.${name}`,
          when: 'workspaceFolderCount != 0',
        })),
      },
    },
  };
}
