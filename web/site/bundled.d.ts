// What the build puts into the page: examples, and problems with their testcases.

declare module "bundled" {
  /** Programs by name, in the order in which they are to be read. */
  export const EXAMPLES: readonly { name: string; text: string }[];
  /** Programs in other languages, with what they are given. */
  export const OTHERS: readonly { name: string; text: string; input: string }[];
  export const PROBLEMS: readonly {
    id: string;
    start: string;
    testcase: string;
    /** The task by language, in Markdown. */
    task: Record<"en" | "ja", string>;
  }[];
}
