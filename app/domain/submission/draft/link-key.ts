import * as v from "valibot";
import { singleLine } from "~/forms/fields";
import { isSecret, SECRET } from "~/platform/formats/secret-shape";

/** A pasted link, whole or from its path on, with anything a mail program added around it. */
const LINK = new RegExp(String.raw`/submit/continue/(${SECRET})(?![\w-])`);

/** The key in a pasted link, or a bare key; undefined for any other text. */
export function parseLinkKey(text: string): string | undefined {
  return LINK.exec(text)?.[1] ?? (isSecret(text.trim()) ? text.trim() : undefined);
}

export const openLinkSchema = v.object({
  link: v.pipe(
    singleLine,
    v.nonEmpty("Paste your link first"),
    v.check(
      (text) => parseLinkKey(text) !== undefined,
      "That isn't the whole of one of our links. Copy all of it, from https to its last letter",
    ),
  ),
});
