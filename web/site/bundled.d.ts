// What the build puts into the page: examples, and the names of problems and lessons.

declare module "bundled" {
  /** The program that is to be read first. */
  export const FIRST_EXAMPLE: { name: string; text: string };
  /** The names of the other examples, in the order in which they are to be read. */
  export const LATER_NAMES: readonly string[];
  /** The names of the examples in other languages. */
  export const OTHER_NAMES: readonly string[];
  /** What the problems are called, in order. */
  export const PROBLEM_IDS: readonly string[];
  /** What the lessons are called, in order. */
  export const LESSON_IDS: readonly string[];
  /** The lesson that a first visit shows. */
  export const FIRST_LESSON: { id: string; start: string; testcase: string };
}

// What is needed once another example is opened.
declare module "examples" {
  /** Programs by name. */
  export const LATER_EXAMPLES: readonly { name: string; text: string }[];
  /** Programs in other languages, with what they are given. */
  export const OTHERS: readonly { name: string; text: string; input: string }[];
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
    /** The view that explains it, which opens with it. */
    view: "findings" | "dump" | "chip" | "memory" | "timeline";
    /** What that view shows, after the view's title. */
    look: Translated;
  }

  /** The lessons of the book, in order. */
  export const LESSONS: readonly Lesson[];
}

// What is needed once there is a problem to be solved.
declare module "problems" {
  export interface Task {
    id: string;
    start: string;
    /** A text by language, in Markdown; the title is its first heading. */
    task: Record<"en" | "ja", string>;
    /** The best score that is known. */
    best: number;
    /** No program has a lower score. */
    bound: number;
    /** Why none has, in Markdown. */
    argument: Record<"en" | "ja", string>;
  }

  /** The problems, from easy to hard. */
  export const PROBLEMS: readonly Task[];
}
