/**
 * The chart library asks for the browser's language while it loads and fails on one that is not a language tag, which browsers
 * give where the system's is POSIX (`en-US@posix`). Imported before it.
 */
try {
  new Intl.NumberFormat(navigator.language);
} catch {
  Object.defineProperty(navigator, 'language', { value: 'en-US', configurable: true });
}
