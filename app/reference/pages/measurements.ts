/*
 * What is measured with consent, and what error reports contain without it: the same texts on every
 * page. A test compares them with what the API accepts.
 */

export const measurements: readonly string[] = [
  "Of a page: when it begins to arrive, when it appears, how much it then moves about, and how fast it answers a press. With that go the address of the page, the kind of device and the kind of connection.",
  "Of a file that has arrived: how long you waited, how long it was being sent, how many bytes went, and how often it stalled or went on again. With that goes the make of your browser. Nothing tells which file it was.",
];

/** A failed upload is an error report, which needs no consent. */
export const failedFile =
  "That a file could not be sent is told without a yes, as a fault: how far it had come, and the make of your browser.";
