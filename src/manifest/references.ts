import type { Fragment } from './fragment.js';

/** References to work items in Markdown: the grammar that marks them. Links and hovers need no manifest. */
export const referencesFragment: Fragment = {
  contributes: {
    grammars: [
      {
        scopeName: 'markdown.references.stateroom',
        path: './syntaxes/references.injection.json',
        injectTo: ['text.html.markdown'],
      },
    ],
  },
  activationEvents: [],
};
