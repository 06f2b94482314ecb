import { type OpenWorkbench, openWorkbench } from '../editor/openWorkbench.js';
import { ChatView } from './chatView.js';

export type OpenChat = OpenWorkbench & {
  /** The chat view of the first window. */
  chat: ChatView;
  /** The chat view of a further window, on another folder. */
  newChat(folder: string): Promise<ChatView>;
};

/** Opens a window on a repository or a workspace, tall enough for long answers, and its chat with the scripted model. */
export async function openChat(repo: string): Promise<OpenChat> {
  const opened = await openWorkbench({ repo, viewport: { width: 1280, height: 1400 } });
  const chatOf = async (workbench: OpenWorkbench['workbench']): Promise<ChatView> => {
    const chat = new ChatView(workbench);
    await chat.open('Fake Model');
    return chat;
  };
  try {
    const chat = await chatOf(opened.workbench);
    return { ...opened, chat, newChat: async folder => chatOf(await opened.newWindow(folder)) };
  } catch (error) {
    await opened.close();
    throw error;
  }
}
