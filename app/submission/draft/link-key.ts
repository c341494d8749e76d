import * as v from "valibot";
import { line } from "~/forms/fields";

/** A link as it is pasted: whole or from its path on, with whatever a mail program has put around it. */
const LINK = /\/submit\/continue\/([\w-]{43})(?![\w-])/;
const KEY = /^[\w-]{43}$/;

/** The key in a link to a draft, or the key alone; undefined for any other text. */
export function linkKey(text: string): string | undefined {
  return LINK.exec(text)?.[1] ?? (KEY.test(text.trim()) ? text.trim() : undefined);
}

/** The form that takes such a link. */
export const openLinkSchema = v.object({
  link: v.pipe(
    line,
    v.nonEmpty("Paste your link first"),
    v.check(
      (text) => linkKey(text) !== undefined,
      "That isn't the whole of one of our links. Copy all of it, from https to its last letter",
    ),
  ),
});
