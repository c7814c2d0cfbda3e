// The service worker: keeps the files of this version of the site, so that it works offline after the first visit.

/// <reference lib="webworker" />

declare const self: ServiceWorkerGlobalScope;

/** Set by the build: the files, and what tells this version from others. */
declare const FILES: string[];
declare const VERSION: string;

const CACHE = `mnc2-${VERSION}`;

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      // What the browser has fetched itself may be of another version.
      .then((cache) => cache.addAll(FILES.map((file) => new Request(file, { cache: "no-cache" }))))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name.startsWith("mnc2-") && name !== CACHE).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && new URL(request.url).origin === self.location.origin) {
    event.respondWith(
      caches
        .open(CACHE)
        .then(async (cache) => (await cache.match(request, { ignoreSearch: true })) ?? fetch(request)),
    );
  }
});

export {};
