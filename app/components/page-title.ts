import type { MetaDescriptor } from "@remix-run/react";

/** The title of a page: what it is, then whose. */
export function pageTitle(
  title: string,
  matches: readonly { id: string; data?: unknown }[],
): MetaDescriptor[] {
  const root = matches.find((match) => match.id === "root")?.data;
  const brand =
    typeof root === "object" && root !== null && "brand" in root ? String(root.brand) : "";
  return [{ title: brand ? `${title} · ${brand}` : title }];
}
