// Names of files for a server in a worker, and back. The server reads files at paths below one folder, regardless of their
// provider: `vscode-vfs://github/owner/name/first.vsm` is `file:///workspace/vscode-vfs~github/owner/name/first.vsm` to it.

/** The parts of a URI that locate a file. */
export interface Place {
  scheme: string;
  authority: string;
  path: string;
}

/** The folder that the server sees. */
export const ROOT = "/workspace";

/** Documents without a file, which have the same name on both sides. */
const WITHOUT_FILE = /^(untitled$|mnc2-|https?$|command$)/;

/** Between scheme and authority: no scheme has it, and no URI writes it in another way. */
const BETWEEN = "~";

/**
 * The place of a file in the server's file system. Places without a file, such as untitled documents, are returned unchanged.
 */
export function toServer({ scheme, authority, path }: Place): Place {
  if (WITHOUT_FILE.test(scheme) || !path.startsWith("/")) {
    return { scheme, authority, path };
  }
  const provider = authority === "" ? scheme : scheme + BETWEEN + authority.replace(/[%/]/g, encodeURIComponent);
  return { scheme: "file", authority: "", path: `${ROOT}/${provider}${path}` };
}

/** The place of a file in the editor: the inverse of `toServer`. */
export function toEditor({ scheme, authority, path }: Place): Place {
  const [, provider, rest] = /^\/workspace\/([^/]+)(\/.*)?$/.exec(path) ?? [];
  if (scheme !== "file" || authority !== "" || provider === undefined) {
    return { scheme, authority, path };
  }
  const end = provider.indexOf(BETWEEN);
  return {
    scheme: end === -1 ? provider : provider.slice(0, end),
    authority: end === -1 ? "" : provider.slice(end + 1).replace(/%2[5F]/g, decodeURIComponent),
    path: rest ?? "/",
  };
}
