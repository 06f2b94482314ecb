import { render } from 'lit';
import { config } from 'zod/mini';
import { loading, lost } from './blank.js';
import { keepFocus } from './keepFocus.js';
import { relativeHolds } from './text.js';

interface PageClient {
  start(): Promise<void>;
  violation(directive: string, blocked: string): void;
  fail(message: string): void;
}

/** Before there is a state, while there is one, and when the host does not answer. */
type AnyShown = { readonly phase: 'loading' | 'lost' } | { readonly phase: 'shown' };

interface LivePage<Shown extends AnyShown> {
  show(shown: Shown): void;
  draw(): void;
  /** Draws for the first time, and requests the state. */
  start(): void;
}

/** Draws a page after each change and, while it is visible, when a relative time ("3 minutes ago") changes. */
export function livePage<Shown extends AnyShown>(
  id: string,
  client: () => PageClient,
  content: (shown: Extract<Shown, { phase: 'shown' }>) => unknown,
): LivePage<Shown> {
  // The page's policy forbids zod's default, building validators from text.
  config({ jitless: true });
  const found = document.getElementById(id);
  if (found === null) throw new Error(`The page has no element ${id}.`);
  const root: HTMLElement = found;
  let shown: Shown | { readonly phase: 'loading' } = { phase: 'loading' };
  let refresh: ReturnType<typeof setTimeout> | undefined;

  const retry = (): void => void client().start();

  function drawn(): unknown {
    if (shown.phase === 'loading') return loading(root);
    return shown.phase === 'lost' ? lost(root, retry) : content(shown as Extract<Shown, { phase: 'shown' }>);
  }

  function draw(): void {
    clearTimeout(refresh);
    root.setAttribute('aria-busy', shown.phase === 'loading' ? 'true' : 'false');
    try {
      keepFocus(root, () => render(drawn(), root));
    } catch (error) {
      client().fail(`the page could not be drawn: ${error instanceof Error ? error.message : String(error)}`);
      render(lost(root, retry), root);
    }
    if (shown.phase !== 'shown' || document.visibilityState !== 'visible') return;
    // Dates without a time do not change.
    const times = [...root.querySelectorAll('time')].map(time => time.dateTime).filter(time => time.length > 10);
    if (times.length > 0) refresh = setTimeout(draw, relativeHolds(times, Date.now()));
  }

  return {
    draw,
    show(next) {
      shown = next;
      draw();
    },
    start() {
      document.addEventListener('securitypolicyviolation', event => {
        client().violation(event.effectiveDirective, event.blockedURI);
      });
      document.addEventListener('visibilitychange', draw);
      window.addEventListener('error', event => client().fail(event.message));
      retry();
    },
  };
}
