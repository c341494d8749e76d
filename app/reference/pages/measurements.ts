/*
 * What is measured after a yes, and what is told of a fault without one: in the same words on every page
 * that says so. A test compares them with what the calls take in.
 */

/** What somebody says yes or no to. */
export const measurements: readonly string[] = [
  "Of a page: when it begins to arrive, when it appears, how much it then moves about, and how fast it answers a press. With that go the address of the page, the kind of device and the kind of connection.",
  "Of a file that has arrived: how long you waited, how long it was being sent, how many bytes went, and how often it stalled or went on again. With that goes the make of your browser. Nothing tells which file it was.",
];

/** That a file failed is the report of a fault, which needs no yes. */
export const failedFile =
  "That a file could not be sent is told without a yes, as a fault: how far it had come, and the make of your browser.";
