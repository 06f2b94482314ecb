/** Appearance of one series; series never differ by color alone. */
export interface Look {
  /** Color id of the editor's theme, such as `charts-blue`. */
  readonly color: string;
  readonly dash: readonly number[];
  /** False for bars that are drawn as outlines. */
  readonly filled: boolean;
}

const looks: readonly Look[] = [
  { color: 'charts-blue', dash: [], filled: true },
  { color: 'charts-green', dash: [7, 3], filled: false },
  { color: 'charts-orange', dash: [2, 3], filled: true },
  { color: 'charts-purple', dash: [10, 3, 2, 3], filled: false },
  { color: 'charts-red', dash: [4, 2], filled: true },
  { color: 'charts-yellow', dash: [1, 4], filled: false },
];

/** Worst severity first. Warm colors only, so that none is taken for a milder one. */
const heat = ['charts-red', 'charts-orange', 'charts-yellow'] as const;

/** Returns the look of series `index` of a chart. Severities come worst first and get the warmest color first. */
export function lookOf(index: number, { isSeverity = false }: { readonly isSeverity?: boolean } = {}): Look {
  if (isSeverity) return { color: heat[Math.min(index, heat.length - 1)] as string, dash: [], filled: index % 2 === 0 };
  return looks[index % looks.length] as Look;
}

export interface Palette {
  readonly ink: string;
  readonly grid: string;
  readonly ground: string;
  of(look: Look): string;
}

/** Dark on white, in every editor theme. */
export const paper: Palette = {
  ink: '#222222',
  grid: '#bbbbbb',
  ground: '#ffffff',
  of: ({ color }) => onPaper[color] ?? '#222222',
};

const onPaper: Readonly<Record<string, string>> = {
  'charts-blue': '#1a5fb4',
  'charts-green': '#26703b',
  'charts-orange': '#a04a00',
  'charts-purple': '#6a3a9c',
  'charts-red': '#b3261e',
  'charts-yellow': '#7a6000',
};

export const darkPaper: Palette = {
  ink: '#dddddd',
  grid: '#555555',
  ground: '#1f1f1f',
  of: ({ color }) => onDarkPaper[color] ?? '#dddddd',
};

const onDarkPaper: Readonly<Record<string, string>> = {
  'charts-blue': '#62a0ea',
  'charts-green': '#57c98a',
  'charts-orange': '#ffa348',
  'charts-purple': '#c39bea',
  'charts-red': '#ff7b72',
  'charts-yellow': '#e5c453',
};

export const themed: Palette = {
  ink: 'var(--vscode-descriptionForeground, currentColor)',
  grid: 'var(--vscode-charts-lines, currentColor)',
  ground: 'var(--vscode-editor-background)',
  of: ({ color }) => `var(--vscode-${color}, currentColor)`,
};
