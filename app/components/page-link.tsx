import { Link } from "@remix-run/react";
import type { ComponentPropsWithoutRef } from "react";

interface PageLinkProps extends Omit<ComponentPropsWithoutRef<"a">, "href"> {
  /** A path from the site's root. */
  to: string;
  /** Whether the browser asks at once which scripts that page has. */
  discover?: "render" | "none";
}

/**
 * A link to another page of ours. On the server it is drawn as the anchor that it is: what a router's link
 * works out there for its place in the page costs ten times as much, and comes to the same.
 */
export function PageLink({ to, discover = "none", ...rest }: PageLinkProps) {
  if (typeof document !== "undefined") return <Link {...rest} to={to} discover={discover} />;
  return <a {...rest} href={to} data-discover={discover === "render" ? "true" : undefined} />;
}
