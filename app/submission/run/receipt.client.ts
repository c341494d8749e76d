import type { Receipt } from "./receipt";

let latestReceipt: Receipt | undefined;

/** Keeps what the server said of a record, so that the success page needs no further answer. */
export function saveReceipt(receipt: Receipt | undefined): void {
  latestReceipt = receipt;
}

/** The receipt of what this page has recorded, if it has. */
export function savedReceipt(): Receipt | undefined {
  return latestReceipt;
}
