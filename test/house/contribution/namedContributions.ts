import { catalogue } from '../../../src/operations/catalogue.js';
import { readingOperations } from '../../editor/keyFlow/readingOperations.js';
import type { Contribution, Keybinding, Manifest } from './manifestJson.js';

/** Commands that no palette shows and no test calls: they are what a row of a list does, and this is the row. */
const rowsOfCommands: Readonly<Record<string, string>> = {
  'stateroom.now.revealRow': `'Check gates'`,
  // Buttons of comments.
  'stateroom.review.addToReview': 'addToReview, ',
  'stateroom.review.addSuggestion': 'addSuggestion : undefined',
  'stateroom.review.editDraft': 'editComment)',
  'stateroom.review.saveDraft': 'save)',
  'stateroom.review.discard': 'discard)',
  'stateroom.review.deleteDraft': 'deleteComment)',
  'stateroom.review.changeSeverity': 'changeSeverity)',
};

/** Commands that a test begins because they read and need no answer. */
const reading: ReadonlySet<string> = new Set(readingOperations(catalogue).map(({ name }) => `stateroom.${name}`));

/** What is called, set or pressed by its name: exercised is what the text of a test in the editor does that to. */
export function namedContributions({ contributes, offeredAs }: Manifest, tests: readonly string[]): Contribution[] {
  const has = (...words: string[]): boolean => tests.some(test => words.some(word => test.includes(word)));
  const { keybindings } = contributes;
  return [
    ...contributes.commands.map(({ command }) => {
      const row = rowsOfCommands[command];
      const isNamed = has(
        // By its id, by the operation's name that a helper makes one of, or by what the palette shows.
        `${command}'`,
        `${command}\``,
        ...quoted(command.replace(/^stateroom\./, '')),
        offeredAs(command),
        ...(row === undefined ? [] : [row]),
      );
      const keys = keybindings.filter(binding => binding.command === command);
      return {
        id: `command ${command}`,
        isExercised: isNamed || reading.has(command) || keys.some(binding => isPressed(binding, tests)),
      };
    }),
    ...Object.values(contributes.views).flatMap(views =>
      views.map(({ id }) => ({ id: `view ${id}`, isExercised: has(id, `${id.replace(/^stateroom\./, '')}()`) })),
    ),
    ...keybindings.map(binding => ({
      id: `key ${binding.key} ${binding.command}`,
      isExercised: isPressed(binding, tests),
    })),
    // A value is given to it.
    ...Object.keys(contributes.configuration.properties).map(key => ({
      id: `setting ${key}`,
      isExercised: has(
        `'${key}':`,
        ...['update', 'withSetting'].map(act => `${act}('${key.replace(/^stateroom\./, '')}'`),
        `update('${key}'`,
      ),
    })),
    ...contributes.colors.map(({ id }) => ({ id: `color ${id}`, isExercised: has(`'${id}': '#`) })),
    ...contributes.languageModelTools.map(({ name }) => ({ id: `tool ${name}`, isExercised: has(...quoted(name)) })),
    ...contributes.mcpServerDefinitionProviders.map(({ id }) => ({
      id: `server ${id}`,
      isExercised: has('servers()'),
    })),
    ...contributes.chatParticipants.flatMap(({ commands }) =>
      commands.map(({ name }) => ({ id: `chat command /${name}`, isExercised: has(`@stateroom /${name} `) })),
    ),
    // Its mark is waited for.
    ...contributes.walkthroughs.flatMap(({ id, steps }) =>
      steps.map(step => ({ id: `step ${id}#${step.id}`, isExercised: has(`isDone('${step.id}')`) })),
    ),
  ];
}

const quoted = (word: string): readonly string[] => [`'${word}'`, `"${word}"`, `\`${word}\``, `'${word} `];

/** A test's text without what is said about it. Texts stay, as some hold what looks like the beginning of a comment. */
export function withoutComments(code: string): string {
  const parts = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
  return code.replace(parts, part => (part.startsWith('/') ? '' : part));
}

/** Whether a test presses a key; of one that counts in a view alone, whether that is the view that was named last before. */
export function isPressed({ key, when }: Keybinding, tests: readonly string[]): boolean {
  const keys = pressed(key);
  const view = /focusedView == stateroom\.(\w+)/.exec(when)?.[1];
  if (view === undefined) return tests.some(test => keys.some(stroke => test.includes(stroke)));
  return tests.some(test =>
    keys.some(stroke => test.split(stroke).some((_, index, parts) => index > 0 && view === lastView(parts, index))),
  );
}

/** The view that a test names last before the place where its text was cut for the nth time. */
function lastView(parts: readonly string[], cuts: number): string | undefined {
  const names = parts
    .slice(0, cuts)
    .join(' ')
    .matchAll(/'(Now|Queue|Lanes|Findings)'|Focus on (\w+) View/g);
  const [, quoted, focused] = [...names].at(-1) ?? [];
  return (quoted ?? focused)?.toLowerCase();
}

/** A key as the browser's driver writes it; of a chord its last stroke behind the prefix. */
function pressed(key: string): readonly string[] {
  const words: Readonly<Record<string, string>> = {
    ...{ ctrl: 'Control', alt: 'Alt', shift: 'Shift', up: 'ArrowUp', down: 'ArrowDown', enter: 'Enter' },
    ...{ space: 'Space', delete: 'Delete', escape: 'Escape', f2: 'F2', right: 'ArrowRight', left: 'ArrowLeft' },
  };
  const strokes = key.split(' ').map(stroke =>
    stroke
      .split('+')
      .map(part => words[part] ?? part)
      .join('+'),
  );
  const [last = ''] = strokes.slice(-1);
  return strokes.length === 1 ? [`'${last}'`] : [`'${strokes.join(' ')}'`, `chord('${last}')`];
}
