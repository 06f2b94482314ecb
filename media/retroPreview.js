// The plots of a retrospective follow the theme of the system. In the Markdown preview they follow that of the editor.
(() => {
  const choosePlots = () => {
    const { classList } = document.body;
    const isDark =
      classList.contains('vscode-dark') ||
      (classList.contains('vscode-high-contrast') && !classList.contains('vscode-high-contrast-light'));
    // The condition is ours to change where it is about the theme; a plot that was chosen before has lost it.
    for (const source of document.querySelectorAll('picture > source[srcset$=".dark.svg"]')) {
      if (!/^(all|not all)$|prefers-color-scheme/.test(source.media)) continue;
      source.media = isDark ? 'all' : 'not all';
    }
  };
  choosePlots();
  // The preview adds its first content to the body, before or after this script runs, and sends the event for later content.
  window.addEventListener('vscode.markdown.updateContent', choosePlots);
  new MutationObserver(choosePlots).observe(document.body, {
    childList: true,
    attributes: true,
    attributeFilter: ['class'],
  });
})();
