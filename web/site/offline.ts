// The site without a network.

/** Keeps the site for use without a network, once what a run needs has come. */
export function keepSite(): void {
  if ("serviceWorker" in navigator) {
    // Where it is not allowed, the page needs the network each time.
    void navigator.serviceWorker.register("offline.js").catch(() => undefined);
  }
}
