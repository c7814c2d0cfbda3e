// The parameters of the page's address: a page of the book has `?embed&theme=dark&language=ja` in it.

const asked = new URLSearchParams(location.search);

/** Whether the page is in another one, with one program and without memory. */
export const isEmbedded = asked.has("embed");

let theme = asked.get("theme") ?? "system";

export function askedTheme(): string {
  return theme;
}

/** The page around this one has another theme. */
export function askTheme(other: string): void {
  theme = other;
}

export function askedLanguage(): string | null {
  return asked.get("language");
}
