import type { Fragment } from './fragment.js';

/** Languages whose comments have marked references; the same as in references/commentText.ts in the editor. */
const codeScopes = [
  'source.c',
  'source.cpp',
  'source.cs',
  'source.css',
  'source.dart',
  'source.go',
  'source.groovy',
  'source.java',
  'source.js',
  'source.js.jsx',
  'source.json.comments',
  'source.css.less',
  'source.lua',
  'source.objc',
  'source.perl',
  'source.php',
  'source.powershell',
  'source.python',
  'source.r',
  'source.ruby',
  'source.rust',
  'source.css.scss',
  'source.shell',
  'source.sql',
  'source.swift',
  'source.ts',
  'source.tsx',
  'source.yaml',
  'source.coffee',
  'source.dockerfile',
  'source.julia',
  'source.makefile',
  'text.html.basic',
  'text.html.derivative',
  'text.xml',
];

/** Grammars that mark references to records. Links, hovers and completion need no manifest. */
export const referencesFragment: Fragment = {
  contributes: {
    grammars: [
      {
        scopeName: 'markdown.references.stateroom',
        path: './syntaxes/references.injection.json',
        injectTo: ['text.html.markdown'],
      },
      {
        scopeName: 'comment.references.stateroom',
        path: './syntaxes/comments.injection.json',
        injectTo: codeScopes,
      },
      {
        scopeName: 'commit.references.stateroom',
        path: './syntaxes/commitMessages.injection.json',
        injectTo: ['text.git-commit'],
      },
    ],
  },
  activationEvents: [],
};
