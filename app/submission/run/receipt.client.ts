import type { Receipt } from "./receipt";

let latestReceipt: Receipt | undefined;

/** Keeps what the server said of a record, so that the success page needs no further answer. */
export function keepReceipt(receipt: Receipt | undefined): void {
  latestReceipt = receipt;
}

/** The receipt of what this page has recorded, if it has. */
export function keptReceipt(): Receipt | undefined {
  return latestReceipt;
}
