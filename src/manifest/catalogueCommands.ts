import type { AnyOperation } from '../operations/operation.js';
import { offeredWith, whenEnabled } from './availability.js';
import { categoryText } from './commandCategory.js';
import { commandTitles } from './commandTitles.js';
import type { Fragment } from './fragment.js';

/** Declares a command for each operation that people can call in the editor. */
export function commandsOf(operations: readonly AnyOperation[]): Fragment {
  const offered = operations.filter(({ palette }) => palette !== false);
  return {
    contributes: {
      commands: offered.map(operation => ({
        command: `stateroom.${operation.name}`,
        ...commandTitles(operation.name, operation),
        category: categoryText(operation.name),
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
