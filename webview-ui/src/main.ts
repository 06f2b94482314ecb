import '@vscode-elements/elements/dist/vscode-button/index.js';
import '@vscode-elements/elements/dist/vscode-progress-ring/index.js';
import './chart/plot.js';
import './base.css';
import './dashboard.css';
import './charts.css';
import { paper } from '../../src/charts/looks.js';
import type { Sheet } from '../../src/charts/sheet.js';
import { svgOf } from '../../src/charts/svg.js';
import type { DashboardAct } from '../../src/protocol/dashboardContract.js';
import type { DashboardState } from '../../src/protocol/dashboardState.js';
import type { DashboardFilter } from '../../src/protocol/dashboardTrend.js';
import type { WorkGraph } from '../../src/protocol/workGraph.js';
import { channelToHost } from './channel.js';
import { csvOf } from './chart/csv.js';
import { pngOf } from './chart/png.js';
import { DashboardClient, type Shown } from './dashboardClient.js';
import { livePage } from './livePage.js';
import { readPageState } from './pageState.js';
import { dashboard } from './view/dashboard.js';
import type { View } from './view/view.js';

const api = acquireVsCodeApi();
let page = readPageState(api.getState());
let trouble: string | undefined;
/** The graph, and the state for which it was requested. */
let graph: WorkGraph | undefined;
let graphOf: DashboardState | undefined;

const live = livePage<Shown>('dashboard', () => client, content);
const client = new DashboardClient(
  channelToHost(api),
  live.show,
  () => ({ utcOffsetMinutes: -new Date().getTimezoneOffset(), filter: page.filter }),
  () => page.tab === 'charts',
);
live.start();

function content({ text, state, chartsLost, late }: Extract<Shown, { phase: 'shown' }>): unknown {
  if (page.tab === 'graph' && graphOf !== state) void askGraph(state);
  const view: View = {
    text,
    now: Date.now(),
    page,
    trouble,
    chartsLost,
    graph,
    late,
    // Keep the last requested filter: it may be the one that takes long.
    askAgain: () => void client.narrow(page.filter),
    countAgain: () => client.countAgain(),
    act: act => void run(act),
    say: words => {
      trouble = words;
      live.draw();
    },
    narrow: more => void narrow(more),
    save: (sheet, format) => void save(sheet, format),
    change: changed => {
      page = { ...page, ...changed };
      api.setState(page);
      client.look();
    },
  };
  return dashboard(view, state);
}

async function askGraph(state: DashboardState): Promise<void> {
  graphOf = state;
  graph = (await client.graph()) ?? graph;
  live.draw();
}

async function run(act: DashboardAct): Promise<void> {
  trouble = await client.act(act);
  live.draw();
}

async function narrow(more: Partial<DashboardFilter>): Promise<void> {
  // A second choice may come before the first is counted.
  page = { ...page, filter: { ...page.filter, ...more } };
  api.setState(page);
  await client.narrow(page.filter);
}

async function save(sheet: Sheet, format: 'svg' | 'png' | 'csv'): Promise<void> {
  const saved = await client.save({ name: sheet.name, format }, () => drawing(sheet, format));
  trouble = typeof saved === 'string' ? saved : undefined;
  live.draw();
}

function drawing(sheet: Sheet, format: 'svg' | 'png' | 'csv'): string | Promise<string> {
  if (format === 'csv') return csvOf(sheet);
  // A saved picture goes into documents, so it has colours for paper.
  const svg = svgOf(sheet, paper);
  return format === 'svg' ? svg : pngOf(svg);
}
