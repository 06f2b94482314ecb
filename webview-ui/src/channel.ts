import type { Channel } from '../../src/protocol/rpc.js';
import type { VscodeApi } from './vscodeApi.js';

export function channelToHost(api: VscodeApi): Channel {
  return {
    post: message => api.postMessage(message),
    listen: listener => {
      const hear = (event: MessageEvent<unknown>): void => listener(event.data);
      window.addEventListener('message', hear);
      return () => window.removeEventListener('message', hear);
    },
  };
}
