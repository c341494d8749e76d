import { statusText } from "~/domain/submission/record/status-text";
import { statusFacts } from "~/reference/statuses";
import type { Brand, Mail } from "./mail";
import {
  quoteBlock,
  rejectionBlocks,
  type StatusChange,
  statusMail,
  textBlock,
} from "./status-mail";

export function entryStatusMail(change: Omit<StatusChange, "release">, brand: Brand): Mail {
  const { status, reason } = change;
  const { title, text } = statusFacts(status)?.entryMail ?? statusText(status);
  const quoteBlocks = reason?.trim() ? [quoteBlock(reason)] : [];
  const blocks = text === null ? rejectionBlocks(change, brand) : [textBlock(text), ...quoteBlocks];
  return statusMail(change, { title, blocks }, brand);
}
