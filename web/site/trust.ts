// What scripts of this page may do with texts that browsers would read as HTML or code: nothing. Libraries that set the
// inside of an element get text with line breaks; workers are this site's own files.

const OWN_WORKERS = ["worker.js", "offline.js"];

interface Policies {
  createPolicy(name: string, rules: Record<string, (text: string) => string>): unknown;
}

export function distrust(): void {
  // Some browsers do not have it.
  const { trustedTypes } = globalThis as { trustedTypes?: Policies };
  trustedTypes?.createPolicy("default", {
    createHTML: (text) => text.replace(/<(?!br>)/g, "&lt;"),
    createScriptURL: (url) => {
      if (!OWN_WORKERS.includes(url)) {
        throw new TypeError(`${url} is not a script of this site`);
      }
      return url;
    },
  });
}
