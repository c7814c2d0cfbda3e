// The service worker: keeps the files of this version of the site, so that it works offline after the first visit. A page of
// the book is kept once it was read.

/// <reference lib="webworker" />

declare const self: ServiceWorkerGlobalScope;

/** Set by the build: the files, the files that all pages of the book share, and the identifier of this version. */
declare const FILES: string[];
declare const BOOK_FILES: string[];
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
        .then(async (cache) => (await cache.match(request, { ignoreSearch: true })) ?? fetched(event, cache)),
    );
  }
});

/** What is kept once it was needed: too much for a first visit. */
const BOOK = new URL("book/", self.registration.scope).pathname;

/** What is shown in place of a page that is not kept. */
const MISSING = `<!DOCTYPE html><html lang="en"><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>mnc2</title>
<main style="font: 15px/1.6 system-ui, sans-serif; margin: 2em"><p>This page of the book needs the network: only pages that were read before are kept.</p>
<p lang="ja">このページにはネットワークが必要です。保存されているのは以前に読んだページだけです。</p></main></html>`;

let shared: Promise<void> | undefined;

/**
 * Stores the files that all pages of the book share with the first page, so that each page looks the same without a network.
 */
async function keepShared(cache: Cache): Promise<void> {
  // A page that is opened keeps those that it loads itself.
  const kept = await Promise.all(BOOK_FILES.map((file) => cache.match(file)));
  await cache.addAll(BOOK_FILES.filter((_, index) => kept[index] === undefined));
}

/** Fetches a file, and keeps it if it is one of the book. */
async function fetched(event: FetchEvent, cache: Cache): Promise<Response> {
  const { request } = event;
  const response = await fetch(request).catch((problem: unknown) => {
    if (request.mode === "navigate") {
      return new Response(MISSING, { status: 503, headers: { "Content-Type": "text/html; charset=utf-8" } });
    }
    throw problem;
  });
  if (response.ok && new URL(request.url).pathname.startsWith(BOOK)) {
    event.waitUntil(cache.put(request, response.clone()));
    if (request.mode === "navigate") {
      shared ??= keepShared(cache);
      event.waitUntil(shared);
    }
  }
  return response;
}

export {};
