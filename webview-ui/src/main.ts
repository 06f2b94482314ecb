import '@vscode-elements/elements/dist/vscode-button/index.js';
import '@vscode-elements/elements/dist/vscode-progress-ring/index.js';
import './chart/plot.js';
import './base.css';
import './dashboard.css';
import './charts.css';
import { render } from 'lit';
import { config } from 'zod/mini';
import type { DashboardAct } from '../../src/protocol/dashboardContract.js';
import type { DashboardFilter } from '../../src/protocol/dashboardTrend.js';
import { loading, lost } from './blank.js';
import { channelToHost } from './channel.js';
import { csvOf } from './chart/csv.js';
import { paper } from './chart/looks.js';
import { pngOf } from './chart/png.js';
import type { Sheet } from './chart/sheet.js';
import { svgOf } from './chart/svg.js';
import { DashboardClient, type Shown } from './dashboardClient.js';
import { keepFocus } from './keepFocus.js';
import { readPageState } from './pageState.js';
import { relativeHolds } from './text.js';
import { dashboard } from './view/dashboard.js';
import type { View } from './view/view.js';

// The page's policy forbids what zod would otherwise try first: building its checks from text.
config({ jitless: true });

const api = acquireVsCodeApi();
const found = document.getElementById('dashboard');
if (found === null) throw new Error('The page has no place for the dashboard.');
const root: HTMLElement = found;

const channel = channelToHost(api);

let page = readPageState(api.getState());
let trouble: string | undefined;
let shown: Shown = { phase: 'loading' };
let refresh: ReturnType<typeof setTimeout> | undefined;

const client = new DashboardClient(
  channel,
  next => {
    shown = next;
    draw();
  },
  () => ({ utcOffsetMinutes: -new Date().getTimezoneOffset(), filter: page.filter }),
);

function draw(): void {
  clearTimeout(refresh);
  root.setAttribute('aria-busy', shown.phase === 'loading' ? 'true' : 'false');
  try {
    keepFocus(root, () => render(content(), root));
  } catch (error) {
    client.fail(`the page could not be drawn: ${error instanceof Error ? error.message : String(error)}`);
    render(lost(root, retry), root);
  }
  // Times are words ("3 minutes ago"): they are drawn again when a word changes, never while no one looks.
  if (shown.phase === 'shown' && document.visibilityState === 'visible') {
    const times = [...root.querySelectorAll('time')].map(time => time.dateTime).filter(time => time.length > 10);
    if (times.length > 0) refresh = setTimeout(draw, relativeHolds(times, Date.now()));
  }
}

function content(): unknown {
  if (shown.phase === 'loading') return loading(root);
  if (shown.phase === 'lost') return lost(root, retry);
  const view: View = {
    text: shown.text,
    now: Date.now(),
    page,
    trouble,
    chartsLost: shown.chartsLost,
    late: shown.late,
    // As narrow as the person last asked for: that may be what takes long.
    askAgain: () => void client.narrow(page.filter),
    countAgain: () => client.countAgain(),
    act: act => void run(act),
    narrow: more => void narrow(more),
    save: (sheet, format) => void save(sheet, format),
    change: changed => {
      page = { ...page, ...changed };
      api.setState(page);
      draw();
    },
  };
  return dashboard(view, shown.state);
}

function retry(): void {
  void client.start();
}

async function run(act: DashboardAct): Promise<void> {
  trouble = await client.act(act);
  draw();
}

async function narrow(more: Partial<DashboardFilter>): Promise<void> {
  // Two choices may be made before the first is counted.
  page = { ...page, filter: { ...page.filter, ...more } };
  api.setState(page);
  await client.narrow(page.filter);
}

async function save(sheet: Sheet, format: 'svg' | 'png' | 'csv'): Promise<void> {
  const saved = await client.save({ name: sheet.name, format }, () => drawing(sheet, format));
  trouble = typeof saved === 'string' ? saved : undefined;
  draw();
}

function drawing(sheet: Sheet, format: 'svg' | 'png' | 'csv'): string | Promise<string> {
  if (format === 'csv') return csvOf(sheet);
  // A picture goes into documents: its colours are those of paper.
  const svg = svgOf(sheet, paper);
  return format === 'svg' ? svg : pngOf(svg);
}

document.addEventListener('securitypolicyviolation', event => {
  client.violation(event.effectiveDirective, event.blockedURI);
});
document.addEventListener('visibilitychange', draw);
window.addEventListener('error', event => client.fail(event.message));
void client.start();
