import type { Receipt } from "./receipt";

let latestReceipt: Receipt | undefined;

/** Keeps the receipt, so that the success page needs no further request. */
export function saveReceipt(receipt: Receipt | undefined): void {
  latestReceipt = receipt;
}

export function savedReceipt(): Receipt | undefined {
  return latestReceipt;
}
