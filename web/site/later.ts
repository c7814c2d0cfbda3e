// Modules that a first visit does not need, in a separate file that is loaded at the first use.

export { Debugging } from "./debug/debugging";
export { showKeys } from "./keysDialog";
export { Managing } from "./manage";
export { Settings } from "./settings";
export { Sharing } from "./sharing";
export { Shortening } from "./shorten";
export { listWrongValues } from "./wrongValues";
