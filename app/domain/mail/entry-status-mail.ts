import type { Brand, Mail } from "./mail";
import type { Block } from "./mail-content";
import {
  quoteBlock,
  rejectionBlocks,
  type StatusChange,
  statusMail,
  textBlock,
} from "./status-mail";

const TITLES: ReadonlyMap<string, string> = new Map([
  ["approved", "We'd like to hear more"],
  ["rejected", "We can't release your music"],
]);
const APPROVED =
  "We listened to your music, and we'd like to have your release. We send you another email with your own link to submit it.";
const WAITING = "We haven't decided yet. Once we have, we'll write to you.";

function toBlocks(change: Omit<StatusChange, "release">, brand: Brand): Block[] {
  const { status, reason } = change;
  if (status === "rejected") return rejectionBlocks(change, brand);
  const quoteBlocks = reason?.trim() ? [quoteBlock(reason)] : [];
  return [textBlock(status === "approved" ? APPROVED : WAITING), ...quoteBlocks];
}

export function entryStatusMail(change: Omit<StatusChange, "release">, brand: Brand): Mail {
  const title = TITLES.get(change.status) ?? "You're still on our waiting list";
  return statusMail(change, { title, blocks: toBlocks(change, brand), facts: [] }, brand);
}
