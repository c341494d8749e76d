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

/**
 * The title of a page: what it is, then whose. "Error: " comes first where a form was posted as a
 * document and is shown again for what is wrong with it; with script, `useErrorTitle` does that.
 */
export function pageTitle(title: string, { matches, location }: TitledPage): MetaDescriptor[] {
  const root = matches.find((match) => match.id === "root")?.data;
  const rootData = typeof root === "object" && root !== null ? root : {};
  const brand = "brand" in rootData ? String(rootData.brand) : "";
  const isWrong =
    "isRefused" in rootData && rootData.isRefused === true && location.key === AS_LOADED;
  return [{ title: `${isWrong ? "Error: " : ""}${title}${brand && ` · ${brand}`}` }];
}
