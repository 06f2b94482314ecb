import '@vscode-elements/elements/dist/vscode-button/index.js';
import '@vscode-elements/elements/dist/vscode-progress-ring/index.js';
import '../base.css';
import './record.css';
import { channelToHost } from '../channel.js';
import { livePage } from '../livePage.js';
import { type KeptRecord, readKept } from './keptRecord.js';
import { RecordClient, type ShownRecord } from './recordClient.js';
import { type RecordView, recordPage } from './recordView.js';

const api = acquireVsCodeApi();
let kept = readKept(api.getState());
let trouble: string | undefined;
let sending: RecordView['sending'] = 'no';

const live = livePage<ShownRecord>('record', () => client, content);
const client = new RecordClient(channelToHost(api), shown => {
  if (shown.phase === 'shown') keep({ place: shown.place });
  live.show(shown);
});
live.start();

function content({ text, state }: Extract<ShownRecord, { phase: 'shown' }>): unknown {
  const view: RecordView = {
    text,
    now: Date.now(),
    trouble,
    draft: kept.draft,
    sending,
    act: id => void run(client.act(id)),
    open: ref => void run(client.open(ref)),
    type: draft => {
      keep({ draft });
      live.draw();
    },
    send: () => void send(),
    older: () => void client.older(),
  };
  return recordPage(view, state);
}

function keep(more: Partial<KeptRecord>): void {
  kept = { ...kept, ...more };
  api.setState(kept);
}

async function run(pressed: Promise<string | undefined>): Promise<void> {
  trouble = await pressed;
  live.draw();
}

async function send(): Promise<void> {
  sending = 'sending';
  live.draw();
  const done = await client.answer(kept.draft);
  if (done) keep({ draft: '' });
  sending = done ? 'no' : 'notSent';
  live.draw();
}
