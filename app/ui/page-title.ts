import type { MetaDescriptor } from "@remix-run/react";
import * as v from "valibot";

interface TitledPage {
  matches: readonly { id: string; data?: unknown }[];
  location: { key: string };
}

const keySchema = v.object({ key: v.string() });

/**
 * The history key of the page that the browser loaded as a document. Remix's scroll restoration may have set
 * one before this script runs.
 */
function readInitialKey(): string {
  const entry = v.safeParse(keySchema, typeof history === "object" ? history.state : undefined);
  return entry.success ? entry.output.key : "default";
}

const INITIAL_KEY = readInitialKey();

/**
 * Characters of a title: browsers and search engines show no more, and the label's name at the end must fit.
 */
const MAX_TITLE_LENGTH = 70;

/** Shortens a text to `maxLength` characters without splitting a surrogate pair. */
function truncate(title: string, maxLength: number): string {
  if (title.length <= maxLength) return title;
  return `${title.slice(0, Math.max(0, maxLength - 1)).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

/**
 * The title of a page: its name, then the label's. Starts with "Error: " where a form was posted as a
 * document and refused; with script, `useErrorTitle` and `usePostedForm` add that.
 */
export function pageTitle(title: string, { matches, location }: TitledPage): MetaDescriptor[] {
  const root = matches.find((match) => match.id === "root")?.data;
  const rootData = typeof root === "object" && root !== null ? root : {};
  const brand = "brand" in rootData ? String(rootData.brand) : "";
  const hasErrors =
    "isRefused" in rootData && rootData.isRefused === true && location.key === INITIAL_KEY;
  const [before, after] = [hasErrors ? "Error: " : "", brand && ` · ${brand}`];
  const shortTitle = truncate(title, MAX_TITLE_LENGTH - before.length - after.length);
  return [{ title: `${before}${shortTitle}${after}` }];
}

/** The `meta` of a page with a fixed title. @param more further elements of its head. */
export const titled =
  (title: string, ...more: MetaDescriptor[]) =>
  (page: TitledPage): MetaDescriptor[] => [...pageTitle(title, page), ...more];

/** For pages that search engines leave out. */
export const UNLISTED: MetaDescriptor = { name: "robots", content: "noindex" };

/**
 * For pages with a secret address, which is sent with no-referrer. The page's own form sends its origin
 * only.
 */
export const SECRET_ADDRESS: readonly MetaDescriptor[] = [
  UNLISTED,
  { name: "referrer", content: "strict-origin" },
];
