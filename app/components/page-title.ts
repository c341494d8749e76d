import type { MetaDescriptor } from "@remix-run/react";
import * as v from "valibot";

/** What a page knows when its title is made. */
interface TitledPage {
  matches: readonly { id: string; data?: unknown }[];
  location: { key: string };
}

const keySchema = v.object({ key: v.string() });

/**
 * Of the page that the browser has loaded as a document, until it goes elsewhere by script. Remix's
 * scroll restoration gives it a name before any script that asks here.
 */
function keyAsLoaded(): string {
  const entry = v.safeParse(keySchema, typeof history === "object" ? history.state : undefined);
  return entry.success ? entry.output.key : "default";
}

const AS_LOADED = keyAsLoaded();

/** Characters of a title: nobody shows more, and the label's name at its end is to be among them. */
const LONGEST = 70;

/** A name in the room that is left for it; never half a character at its end. */
function cut(title: string, room: number): string {
  if (title.length <= room) return title;
  return `${title.slice(0, Math.max(0, room - 1)).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

/**
 * The title of a page: what it is, then whose. "Error: " comes first where a form was posted as a
 * document and is shown again for what is wrong with it; with script, `useErrorTitle` and `usePostedForm` do that.
 */
export function pageTitle(title: string, { matches, location }: TitledPage): MetaDescriptor[] {
  const root = matches.find((match) => match.id === "root")?.data;
  const rootData = typeof root === "object" && root !== null ? root : {};
  const brand = "brand" in rootData ? String(rootData.brand) : "";
  const isWrong =
    "isRefused" in rootData && rootData.isRefused === true && location.key === AS_LOADED;
  const [before, after] = [isWrong ? "Error: " : "", brand && ` · ${brand}`];
  const shortTitle = cut(title, LONGEST - before.length - after.length);
  return [{ title: `${before}${shortTitle}${after}` }];
}
