import { Link } from "@remix-run/react";
import { expect, test } from "vitest";
import { renderToHtml } from "../../tests/support/render-page";
import { PageLink } from "./page-link";

/** Its attributes, in whatever order. */
const attributes = (html: string) =>
  [...(/<a ([^>]*)>/.exec(html)?.[1] ?? "").matchAll(/[\w-]+="[^"]*"/g)].map(String).sort();

test.each(["render", "none"] as const)(
  "a PageLink is drawn as the router's link: %s",
  (discover) => {
    for (const to of [
      "/",
      "/learn-more",
      "/dashboard?tab=0&before=1#submissions",
      "/about-mahogany-",
    ]) {
      const props = { to, discover, className: "x", "aria-label": "A & B" };
      const on = { ...props, "aria-current": "page" } as const;
      const own = renderToHtml(<PageLink {...on}>Go</PageLink>, null, "/submit/artist");
      const theirs = renderToHtml(<Link {...on}>Go</Link>, null, "/submit/artist");
      expect(own).toContain(">Go</a>");
      expect(attributes(own)).toEqual(attributes(theirs));
    }
  },
);
