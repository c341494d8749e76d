import { type ApiReply, readApiReply } from "./direct-upload";
import type { Visitor } from "./visitor";

/** Saves a step on the way, as its page does while it is typed in. */
export function autosave(
  visitor: Visitor,
  step: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<ApiReply> {
  const body = new URLSearchParams(fields);
  return readApiReply(
    visitor.send(`/api/drafts/current/${step}`, { method: "PUT", body, headers }),
  );
}
