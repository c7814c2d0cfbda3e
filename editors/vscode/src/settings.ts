// Settings that were written differently once.

/** What VS Code tells of the settings of a section, as far as it is needed here. */
export interface Configuration {
  get<T>(name: string, otherwise: T): T;
  inspect<T>(name: string): { globalValue?: T; workspaceValue?: T; workspaceFolderValue?: T } | undefined;
}

/**
 * Whether values of a run stand beside their lines: `mnc2.inlayHints.values`, for every editor the same. The setting
 * that only this extension had, `mnc2.inlineValues`, is still read where somebody turned it off.
 */
export function showsValues(configuration: Configuration): boolean {
  const old = configuration.inspect<boolean>("inlineValues");
  const chosen = old?.workspaceFolderValue ?? old?.workspaceValue ?? old?.globalValue;
  return chosen !== false && configuration.get("inlayHints.values", true);
}
