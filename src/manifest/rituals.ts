import type { Ritual } from '../rituals/ritual.js';
import { whenRitual } from './availability.js';
import { type Fragment, localised } from './fragment.js';

/** The command of the palette that asks what a ritual is about. */
export const ritualCommand = (name: string): string => `stateroom.ritual.${name}`;

/** A command of the palette for each ritual. Those of the chat are with the participant. */
export function ritualsFragment(rituals: readonly Ritual[]): Fragment {
  return {
    contributes: {
      commands: rituals.map(({ name, title }) => ({
        command: ritualCommand(name),
        title: localised(`command.ritual.${name}.title`, `${title(message => message)}…`),
        category: 'Stateroom',
      })),
      menus: {
        commandPalette: rituals.map(({ name }) => ({
          command: ritualCommand(name),
          when: whenRitual(name),
        })),
      },
    },
  };
}

/** The commands of the chat participant that are rituals. */
export function ritualChatCommands(rituals: readonly Ritual[]) {
  return rituals.map(({ name, summary, sample }) => ({
    name,
    description: localised(`chat.${name}.description`, summary),
    sampleRequest: localised(`chat.${name}.sample`, sample),
    when: whenRitual(name),
  }));
}
