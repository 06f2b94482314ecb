import type { AnyOperation } from '../operations/operation.js';
import { offeredWith, whenEnabled } from './availability.js';
import { type Fragment, localised } from './fragment.js';

/** One command for each operation that the palette offers. */
export function commandsOf(operations: readonly AnyOperation[]): Fragment {
  const offered = operations.filter(({ palette }) => palette !== false);
  return {
    contributes: {
      commands: offered.map(operation => ({
        command: `stateroom.${operation.name}`,
        title: localised(`command.${operation.name}.title`, operation.title),
        category: 'Stateroom',
        icon: operation.icon && `$(${operation.icon})`,
        enablement: whenEnabled(operation),
      })),
      menus: {
        commandPalette: operations.flatMap(({ name, palette }) =>
          palette === false ? [] : [{ command: `stateroom.${name}`, when: offeredWith[palette] }],
        ),
      },
    },
  };
}
