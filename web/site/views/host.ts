// What VS Code provides for its views, for views in frames of the page. Every view of the playground imports this first.

const root = parent.document.documentElement;
document.documentElement.dataset["theme"] = root.dataset["theme"] ?? "light";

// Only the page around a view speaks to it.
window.addEventListener(
  "message",
  (event) => {
    if (event.source !== parent || event.origin !== location.origin) {
      event.stopImmediatePropagation();
    }
  },
  { capture: true },
);

Object.assign(globalThis, {
  acquireVsCodeApi: () => ({
    postMessage: (message: unknown) => parent.postMessage(message, location.origin),
    // The page itself remembers what it shows.
    getState: () => undefined,
    setState: () => undefined,
  }),
});

export {};
