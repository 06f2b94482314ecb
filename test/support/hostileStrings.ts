const esc = '\u001b';

/** What someone may write who means harm, or just pastes. */
export const hostile: readonly string[] = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<a href="command:workbench.action.quit">quit</a>',
  '<iframe src="https://example.com"></iframe>',
  '<b>bold</b> and <i>italic</i>',
  '<svg onload=alert(1)>',
  '</div></body></html>',
  '<!-- hidden -->',
  '<details open ontoggle=alert(1)>',
  '<style>*{display:none}</style>',
  '<span style="color:#f00">red</span>',
  '&lt;b&gt; &amp; &#x3c;i&#x3e;',
  '<h1>head</h1>',
  '<input type=checkbox checked>',
  '<base href="https://example.com">',
  '[quit](command:workbench.action.quit)',
  '[quit](command:workbench.action.quit "title")',
  '[fix](command:stateroom.finding.wontfix?%5B%22F-1%22%5D)',
  '![picture](https://example.com/x.png)',
  '![picture](command:workbench.action.quit)',
  '[a][b] and [b]: command:workbench.action.quit',
  '<command:workbench.action.quit>',
  '<javascript:alert(1)>',
  '[js](javascript:alert(1))',
  '[data](data:text/html;base64,PHNjcmlwdD4=)',
  '[file](file:///etc/passwd)',
  '[vs](vscode://stateroom.stateroom/do)',
  '[![x](y)](command:z)',
  '[nested [brackets]](command:z)',
  '\\[escaped\\](command:z)',
  '\\\\[twice\\\\](command:z)',
  '**strong** __strong__ *em* _em_ ~~gone~~',
  '# head',
  '- [ ] a box',
  '1. first',
  '> quote',
  '| a | b |',
  '`code` ``co`de``',
  '```js',
  '~~~',
  '---',
  '$(trash) $(sync~spin) icon',
  '$1 and $2 {0} {1} %s',
  `${esc}[31mred${esc}[0m`,
  `${esc}]8;;https://example.com${esc}\\link${esc}]8;;${esc}\\`,
  'bell\u0007 and back\u0008space',
  'right \u202eto left\u202c again',
  'isolated \u2067text\u2069 here',
  '\u05e9\u05dc\u05d5\u05dd \u0645\u0631\u062d\u0628\u0627',
  'zero\u200bwidth\u200djoiner',
  'one\u2028two\u2029three',
  'a\u0300\u0301\u0302\u0303\u0304',
  '\ud83d\udc68\u200d\ud83d\udc69\u200d\ud83d\udc67 family',
  '"quoted" \'single\' \u201ccurly\u201d',
  "'; drop table findings; --",
  '../../etc/passwd',
  `${'<b>'.repeat(500)}deep`,
  `${'['.repeat(500)}deep`,
  `${'`'.repeat(501)} ticks`,
];

/** Characters that a terminal acts on or no one can see, but for a line feed; [first, last]. NUL can be in no argument. */
const hostileRanges: readonly (readonly [first: number, last: number])[] = [
  [0x01, 0x09], // C0 controls
  [0x0b, 0x1f],
  [0x7f, 0x7f], // DEL
  [0x80, 0x9f], // C1 controls, CSI and OSC in one character among them
  [0xad, 0xad], // soft hyphen
  [0x034f, 0x034f], // combining grapheme joiner
  [0x061c, 0x061c], // Arabic letter mark
  [0x115f, 0x1160], // Hangul fillers
  [0x17b4, 0x17b5], // Khmer inherent vowels
  [0x180b, 0x180f], // Mongolian selectors and vowel separator
  [0x200b, 0x200f], // zero width space, joiners, marks of direction
  [0x2028, 0x2029], // line and paragraph separators
  [0x202a, 0x202e], // embeddings and overrides of direction
  [0x2060, 0x206f], // word joiner, invisible operators, isolates
  [0x3164, 0x3164], // Hangul filler
  [0xfe00, 0xfe0f], // variation selectors
  [0xfeff, 0xfeff], // zero width no-break space
  [0xffa0, 0xffa0], // halfwidth Hangul filler
  [0xfff9, 0xfffb], // annotations between lines
  [0xe0001, 0xe0001], // language tag
  [0xe0020, 0xe007f], // tags
  [0xe0100, 0xe01ef], // more variation selectors
];

/** Each of them, in order. */
export const hostileCharacters: readonly string[] = hostileRanges.flatMap(([first, last]) =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)),
);
