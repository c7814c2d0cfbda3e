// Settings that had other names before.

/** The part of VS Code's settings API that is needed here. */
export interface Configuration {
  get<T>(name: string, otherwise: T): T;
  inspect<T>(name: string): { globalValue?: T; workspaceValue?: T; workspaceFolderValue?: T } | undefined;
}

/**
 * Whether values of a run are shown next to their lines: `mnc2.inlayHints.values`, the same for every editor. The
 * setting that only this extension had, `mnc2.inlineValues`, is still read if a user turned it off.
 */
export function showsValues(configuration: Configuration): boolean {
  const old = configuration.inspect<boolean>("inlineValues");
  const chosen = old?.workspaceFolderValue ?? old?.workspaceValue ?? old?.globalValue;
  return chosen !== false && configuration.get("inlayHints.values", true);
}
