import type { Context } from '../records/context.js';

export function overArchives(context: Context): Context {
  const { store } = context;
  return {
    ...context,
    store: {
      heartbeats: store.heartbeats,
      maintenance: store.maintenance,
      health: () => store.health(),
      create: () => store.create(),
      read: callback => store.readArchived(callback),
      readArchived: callback => store.readArchived(callback),
      transaction: () => Promise.reject(new Error('Archives are only read.')),
      commitMark: () => store.commitMark(),
      textIndex: name => store.textIndex(name),
      onDidChange: listener => store.onDidChange(listener),
      close: () => store.close(),
    },
  };
}
