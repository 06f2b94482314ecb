import '@vscode-elements/elements/dist/vscode-button/index.js';
import '@vscode-elements/elements/dist/vscode-progress-ring/index.js';
import '../base.css';
import './record.css';
import { render } from 'lit';
import { config } from 'zod/mini';
import { loading, lost } from '../blank.js';
import { channelToHost } from '../channel.js';
import { keepFocus } from '../keepFocus.js';
import { relativeHolds } from '../text.js';
import { type KeptRecord, readKept } from './keptRecord.js';
import { RecordClient, type ShownRecord } from './recordClient.js';
import { type RecordView, recordPage } from './recordView.js';

// The page's policy forbids what zod would otherwise try first: building its checks from text.
config({ jitless: true });

const api = acquireVsCodeApi();
const found = document.getElementById('record');
if (found === null) throw new Error('The page has no place for a record.');
const root: HTMLElement = found;

let kept = readKept(api.getState());
let trouble: string | undefined;
let sending: RecordView['sending'] = 'no';
let shown: ShownRecord = { phase: 'loading' };
let refresh: ReturnType<typeof setTimeout> | undefined;

const client = new RecordClient(channelToHost(api), next => {
  shown = next;
  if (next.phase === 'shown') keep({ place: next.place });
  draw();
});

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
    const times = [...root.querySelectorAll('time')].map(time => time.dateTime);
    if (times.length > 0) refresh = setTimeout(draw, relativeHolds(times, Date.now()));
  }
}

function content(): unknown {
  if (shown.phase === 'loading') return loading(root);
  if (shown.phase === 'lost') return lost(root, retry);
  const view: RecordView = {
    text: shown.text,
    now: Date.now(),
    trouble,
    draft: kept.draft,
    sending,
    act: id => void run(client.act(id)),
    open: ref => void run(client.open(ref)),
    type: draft => {
      keep({ draft });
      draw();
    },
    send: () => void send(),
    older: () => void client.older(),
  };
  return recordPage(view, shown.state);
}

function keep(more: Partial<KeptRecord>): void {
  kept = { ...kept, ...more };
  api.setState(kept);
}

function retry(): void {
  void client.start();
}

async function run(pressed: Promise<string | undefined>): Promise<void> {
  trouble = await pressed;
  draw();
}

async function send(): Promise<void> {
  sending = 'sending';
  draw();
  const done = await client.answer(kept.draft);
  if (done) keep({ draft: '' });
  sending = done ? 'no' : 'notSent';
  draw();
}

document.addEventListener('securitypolicyviolation', event => {
  client.violation(event.effectiveDirective, event.blockedURI);
});
document.addEventListener('visibilitychange', draw);
window.addEventListener('error', event => client.fail(event.message));
void client.start();
