import { Link } from "@remix-run/react";
import type { ComponentPropsWithoutRef } from "react";

interface PageLinkProps extends Omit<ComponentPropsWithoutRef<"a">, "href"> {
  to: string;
  /** Whether the router prefetches the manifest of that page. */
  discover?: "render" | "none";
}

/**
 * A link to another page of ours. The server renders a plain anchor: resolving a router link there costs ten
 * times as much and gives the same.
 */
export function PageLink({ to, discover = "none", ...rest }: PageLinkProps) {
  if (typeof document !== "undefined") return <Link {...rest} to={to} discover={discover} />;
  return <a {...rest} href={to} data-discover={discover === "render" ? "true" : undefined} />;
}
