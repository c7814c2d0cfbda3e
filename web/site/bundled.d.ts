// What the build puts into the page: examples, and problems with their testcases.

declare module "bundled" {
  /** Programs by name, in the order in which they are to be read. */
  export const EXAMPLES: readonly { name: string; text: string }[];
  /** Programs in other languages, with what they are given. */
  export const OTHERS: readonly { name: string; text: string; input: string }[];
  export const PROBLEMS: readonly { id: string; start: string; testcase: string }[];
  /** What the lessons are called, in order. */
  export const LESSON_IDS: readonly string[];
}

// What is needed once there is a task to be shown.
declare module "tasks" {
  /** A text by language, in Markdown; the title is its first heading. */
  type Translated = Record<"en" | "ja", string>;

  export interface Lesson {
    id: string;
    start: string;
    testcase: string;
    task: Translated;
    solution: string;
    /** The score of the solution. */
    score: number;
  }

  /** The tasks of the problems. */
  export const TASKS: Readonly<Record<string, Translated>>;
  /** The lessons of the book, in order. */
  export const LESSONS: readonly Lesson[];
}
