/** What the editor gives a page: one channel, and a place for state of the page itself (never for data). */
export interface VscodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare global {
  function acquireVsCodeApi(): VscodeApi;
}
