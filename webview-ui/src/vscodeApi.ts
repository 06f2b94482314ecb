/** The editor's API for a page: one channel, and storage for the page's own state (never for data). */
export interface VscodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare global {
  function acquireVsCodeApi(): VscodeApi;
}
