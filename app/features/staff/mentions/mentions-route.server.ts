import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { listMentions } from "~/domain/review/mentions.server";
import { itemName } from "~/domain/review/review-item";
import { requireStaff } from "~/session/require-staff";

/** In characters; the entry shows the whole note. */
const MAX_SHOWN = 300;

export async function loader({ context }: LoaderFunctionArgs) {
  const { id: staffId } = await requireStaff(context);
  const mentions = await listMentions(context.db, staffId);
  return {
    mentions: mentions.map(({ id, itemId, staffName, text, createdAt, seenAt, ...item }) => ({
      id,
      path: `/staff/submissions/${itemId}#note-${id}`,
      name: itemName(item),
      staffName,
      text: text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN).trimEnd()}…` : text,
      at: createdAt,
      isNew: seenAt === null,
    })),
  };
}
