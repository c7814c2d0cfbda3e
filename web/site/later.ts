// What a first visit does not need, in a file of its own: loaded when something of it is asked for.

export { Debugging } from "./debug/debugging";
export { Managing } from "./manage";
export { Shortening } from "./shorten";
