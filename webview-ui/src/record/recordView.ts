import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { repeat } from 'lit/directives/repeat.js';
import {
  type Line,
  openAsText,
  type RecordAct,
  type RecordBlock,
  type RecordIcon,
  type RecordRow,
  type RecordSection,
  type RecordState,
  type Span,
} from '../../../src/protocol/recordState.js';
import type { RecordTexts } from '../../../src/protocol/recordText.js';
import type { Text } from '../text.js';

export interface RecordView {
  readonly text: Text<RecordTexts>;
  /** Ms UTC. */
  readonly now: number;
  readonly trouble: string | undefined;
  readonly draft: string;
  readonly sending: 'no' | 'sending' | 'notSent';
  act(id: string): void;
  open(ref: string): void;
  type(draft: string): void;
  send(): void;
  older(): void;
}

/** The whole page of a record. Texts of records only ever become text nodes. */
export function recordPage(view: RecordView, state: RecordState): TemplateResult {
  if (state.phase === 'failed') return failed(view, state);
  const { kind, ref, title, status, facts, notice, sections } = state;
  return html`<header class="head">
      <h1 tabindex="-1">${kind === 'connect' ? nothing : html`<span class="ref">${ref}</span> `}<span dir="auto">${title}</span></h1>
      ${status === null ? nothing : html`<p class="status">${icon(status.icon)} ${line(view, status.line)}</p>`}
      ${facts.length === 0 ? nothing : html`<dl class="facts">${facts.map(one => field(view, one.name, one.value))}</dl>`}
      ${actions(view, state)}
    </header>
    <p class="unseen" role="status">${news(state)}</p>
    ${troubled(view)}
    ${notice === null ? nothing : noticed(notice, view.text.of('limited'))}
    ${state.question === null || isBelow(state.question) ? nothing : questionBox(view, state.question)}
    ${repeat(
      sections,
      one => one.id,
      one => section(view, one),
    )}
    ${isBelow(state.question) ? questionBox(view, state.question) : nothing}
    ${kind === 'connect' ? nothing : timeline(view, state)}`;
}

/** Text of the live region for screen readers: the status and the latest event. */
function news({ kind, ref, title, status, events: [last] }: RecordState): string {
  return [
    kind === 'connect' ? title : ref,
    status === null ? '' : plain(status.line),
    last === undefined ? '' : plain(last.line),
  ]
    .filter(words => words !== '')
    .join(', ');
}

function failed(view: RecordView, { ref, notice, acts }: RecordState): TemplateResult {
  return html`<header class="head"><h1 tabindex="-1">${view.text.of('unavailable', ref)}</h1></header>
    ${notice === null ? nothing : noticed(notice, view.text.of('unavailable', ref))} ${troubled(view)}
    <div class="toolbar" role="group" aria-label=${view.text.of('actions')}>${acts.map(act => button(view, act, act.rank !== 'first'))}</div>`;
}

function troubled({ trouble }: RecordView): TemplateResult | typeof nothing {
  return trouble === undefined ? nothing : html`<p class="trouble" role="alert">${trouble}</p>`;
}

function noticed({ message, hint }: NonNullable<RecordState['notice']>, heading: string): TemplateResult {
  return html`<section class="notice warning" role="alert" aria-labelledby="heading-notice">
    <h2 id="heading-notice" tabindex="-1">${icon({ name: 'warning', tone: 'warning' })} ${heading}</h2>
    <p>${message}</p>
    ${hint === null ? nothing : html`<p class="quiet">${hint}</p>`}
  </section>`;
}

function actions(view: RecordView, { acts, kind, ref }: RecordState): TemplateResult {
  const { text } = view;
  const more = acts.filter(({ rank }) => rank === 'more');
  return html`<div class="toolbar" role="group" aria-label=${text.of('actions')}>
      ${repeat(
        acts.filter(({ rank }) => rank !== 'more'),
        act => act.id,
        act => button(view, act, act.rank !== 'first'),
      )}
      ${kind === 'connect' ? nothing : button(view, { id: openAsText, label: text.of('openAsText') }, true)}
    </div>
    ${
      more.length === 0
        ? nothing
        : html`<details class="more">
          <summary data-focus="more">${text.of('moreActions')}</summary>
          <div class="toolbar" role="group" aria-label=${`${text.of('moreActions')}: ${ref}`}>
            ${repeat(
              more,
              act => act.id,
              act => button(view, act, true),
            )}
          </div>
        </details>`
    }`;
}

function button(view: RecordView, { id, label }: RecordAct, isSecondary: boolean): TemplateResult {
  return html`<vscode-button data-focus="act ${id}" ?secondary=${isSecondary} @click=${() => view.act(id)}>${label}</vscode-button>`;
}

function isBelow(question: RecordState['question']): question is NonNullable<RecordState['question']> {
  return question?.isReply === true || question?.isNote === true || question?.isWord === true;
}

const boxWords = {
  answer: { heading: 'question', label: 'answer', send: 'send', notSent: 'notSent', name: 'question', tone: 'warning' },
  reply: {
    heading: 'reply',
    label: 'yourReply',
    send: 'sendReply',
    notSent: 'replyNotSent',
    name: 'reply',
    tone: 'none',
  },
  note: { heading: 'note', label: 'yourNote', send: 'addNote', notSent: 'noteNotAdded', name: 'note', tone: 'none' },
  word: { heading: 'word', label: 'yourWord', send: 'sendWord', notSent: 'wordNotSent', name: 'comment', tone: 'none' },
} as const;

/** The question with a box for its answer, or the box alone. Typed text stays until it is sent. */
function questionBox(
  view: RecordView,
  { from, text: asked, isReply, isNote, isWord, choices = [], hint }: NonNullable<RecordState['question']>,
): TemplateResult {
  const { text, draft, sending } = view;
  const words = boxWords[isReply ? 'reply' : isNote ? 'note' : isWord ? 'word' : 'answer'];
  const { name, tone } = words;
  const heading = isReply || isNote || isWord || from === null ? text.of(words.heading) : text.of('asked', from);
  const isBusy = sending === 'sending';
  const send = (): void => {
    if (!isBusy && draft.trim() !== '') view.send();
  };
  return html`<section class="part asking" aria-labelledby="heading-question">
    <h2 id="heading-question" tabindex="-1">${icon({ name, tone })} <span dir="auto">${heading}</span></h2>
    ${asked === null ? nothing : html`<blockquote class="question" dir="auto">${asked}</blockquote>`}
    ${
      choices.length === 0
        ? nothing
        : html`<div class="toolbar" role="group" aria-label=${text.of('choices')}>${choices.map((one, index) => button(view, one, index > 0))}</div>`
    }
    ${hint === undefined ? nothing : html`<p class="quiet" dir="auto">${hint}</p>`}
    <label for="answer">${text.of(choices.length === 0 ? words.label : 'otherWords')}</label>
    <textarea id="answer" data-focus="answer" rows="3" dir="auto" aria-keyshortcuts="Control+Enter" ?readonly=${isBusy} .value=${live(draft)}
      @input=${(event: Event) => view.type((event.target as HTMLTextAreaElement).value)}
      @keydown=${(event: KeyboardEvent) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
      }}></textarea>
    <div class="toolbar">
      <vscode-button data-focus="send" ?disabled=${isBusy || draft.trim() === ''} @click=${send}>${text.of(isBusy ? 'sending' : words.send)}</vscode-button>
    </div>
    <p class="quiet" role="status">${sending === 'notSent' ? text.of(words.notSent) : nothing}</p>
  </section>`;
}

function section(view: RecordView, { id, title, acts = [], blocks }: RecordSection): TemplateResult {
  return html`<section class="part" aria-labelledby="heading-${id}">
    <h2 id="heading-${id}" tabindex="-1" dir="auto">${title}</h2>
    ${
      acts.length === 0
        ? nothing
        : html`<div class="toolbar" role="group" aria-label=${`${view.text.of('actions')}: ${title}`}>${repeat(
            acts,
            act => act.id,
            act => button(view, act, true),
          )}</div>`
    }
    ${blocks.map(one => block(view, one))}
  </section>`;
}

function block(view: RecordView, one: RecordBlock): TemplateResult {
  switch (one.kind) {
    case 'fields':
      return html`<dl class="fields">${one.fields.map(({ name, value }) => field(view, name, value))}</dl>`;
    case 'rows':
      return html`${headed(one.heading)}
        ${one.rows.length === 0 ? html`<p class="quiet">${one.none}</p>` : html`<ul class="rows">${one.rows.map(each => row(view, each))}</ul>`}`;
    case 'prose':
      return html`${headed(one.heading)}<p class="prose" dir="auto">${one.text}</p>`;
  }
}

function headed(heading: string | null): TemplateResult | typeof nothing {
  return heading === null ? nothing : html`<h3>${heading}</h3>`;
}

function field(view: RecordView, name: string, value: Line): TemplateResult {
  return html`<div><dt>${name}</dt><dd dir="auto">${line(view, value)}</dd></div>`;
}

function row(
  view: RecordView,
  { icon: picture, line: words, detail, code, folded, act, tick, inner }: RecordRow,
): TemplateResult {
  return html`<li class="row ${inner ? 'inner' : ''}">
    <div class="line">
      ${picture === null ? nothing : icon(picture)}
      ${
        tick === undefined
          ? html`<span class="title" dir="auto">${line(view, words)}</span>`
          : html`<label class="title" dir="auto"><input type=${tick.one ? 'radio' : 'checkbox'} name=${tick.one ? 'one' : nothing}
            data-focus="act ${tick.id}" aria-describedby=${detail === null ? nothing : `detail-${tick.id}`}
            .checked=${live(tick.on)} @change=${() => view.act(tick.id)}>${line(view, words)}</label>`
      }
      ${
        act === null
          ? nothing
          : html`<button type="button" class="link" data-focus="act ${act.id}" aria-label=${`${act.label}: ${plain(words)}`}
            @click=${() => view.act(act.id)}>${act.label}</button>`
      }
    </div>
    ${code === undefined ? nothing : folded === true ? foldedCode(view, code, plain(words)) : codeBlock(code)}
    ${detail === null ? nothing : html`<p class="quiet detail" id=${tick === undefined ? nothing : `detail-${tick.id}`} dir="auto">${detail}</p>`}
  </li>`;
}

function codeBlock(code: string): TemplateResult {
  return html`<pre class="code" dir="ltr" tabindex="0">${code}</pre>`;
}

function foldedCode({ text }: RecordView, code: string, of: string): TemplateResult {
  return html`<details class="folded"><summary aria-label=${`${text.of('showCode')}: ${of}`}>${text.of('showCode')}</summary>${codeBlock(code)}</details>`;
}

function timeline(view: RecordView, { events, hasOlder }: RecordState): TemplateResult {
  const { text } = view;
  return html`<section class="part" aria-labelledby="heading-timeline">
    <h2 id="heading-timeline" tabindex="-1">${icon({ name: 'history', tone: 'none' })} ${text.of('timeline')}</h2>
    ${
      events.length === 0
        ? html`<p class="quiet">${text.of('noEvents')}</p>`
        : html`<ol class="rows events">
          ${repeat(
            events,
            event => event.id,
            event => html`<li class="row event">
              <span class="what" dir="auto">${line(view, event.line)}</span>
              <span class="when"><time datetime=${event.at} title=${text.exact(event.at)}>${text.relative(event.at, view.now)}</time></span>
            </li>`,
          )}
        </ol>`
    }
    ${hasOlder ? html`<p><button type="button" class="link" data-focus="older" @click=${() => view.older()}>${text.of('showMore')}</button></p>` : nothing}
  </section>`;
}

/** Renders a line; only spans marked as references by the host become links. */
function line(view: RecordView, spans: Line): unknown[] {
  return spans.map(span => piece(view, span));
}

function piece(view: RecordView, { text, code, tone, ref }: Span): unknown {
  if (ref !== undefined) {
    return html`<button type="button" class="link ref" data-focus="open ${ref}" title=${view.text.of('open', ref)}
      @click=${() => view.open(ref)}>${text}</button>`;
  }
  if (code) return html`<code>${text}</code>`;
  return tone === undefined ? text : html`<span class="tone ${tone}">${text}</span>`;
}

function plain(spans: Line): string {
  return spans.map(({ text }) => text).join('');
}

/** A decorative icon: the words beside it carry the meaning. */
function icon({ name, tone }: RecordIcon): TemplateResult {
  return html`<span class="codicon codicon-${name} tone ${tone}" aria-hidden="true"></span>`;
}
