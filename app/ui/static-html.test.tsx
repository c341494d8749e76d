import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Stepper } from "~/features/wizard/frame/stepper";
import { renderToHtml } from "../../tests/support/render-page";
import { TextInput } from "./controls";
import { PageFrame } from "./page-frame";
import { PageLink } from "./page-link";
import { StaticCacheContext } from "./static-html";
import { createStaticCache } from "./static-html.server";

/** Draws each part once, as the server does. */
function onceDrawn() {
  let drawings = 0;
  const still = createStaticCache((part) => {
    drawings += 1;
    return renderToStaticMarkup(part);
  });
  const within = (page: ReactNode) => (
    <StaticCacheContext.Provider value={still}>{page}</StaticCacheContext.Provider>
  );
  return { within, drawings: () => drawings };
}

const pageFrame = (
  about: string | undefined,
  social: { name: string; href: string }[],
  artist?: string,
) => (
  <PageFrame
    brand="Mahogany <Records>"
    about={about}
    social={social}
    artist={artist}
    hasArtistBar={false}
    showsCookieNotice
    scripted
  >
    <p>The page</p>
  </PageFrame>
);

const PLACES = ["/", "/submit", "/submit/artist", "/learn-more", "/privacy-policy", "/staff"];

test("what is drawn once stands in each page as it would have been drawn there", () => {
  const server = onceDrawn();
  const social = [{ name: "Instagram", href: "https://instagram.com/label?a=1&b=2" }];
  for (const round of [1, 2])
    for (const place of PLACES)
      for (const page of [pageFrame("/about-mahogany-", social), pageFrame(undefined, [])]) {
        const caseName = `${place}, round ${round}`;
        expect(renderToHtml(server.within(page), null, place), caseName).toBe(
          renderToHtml(page, null, place),
        );
      }
  // A second round has nothing new to it, and no place has all of its parts for itself.
  const drawings = server.drawings();
  renderToHtml(server.within(pageFrame(undefined, [])), null, "/submit/artist");
  expect(server.drawings()).toBe(drawings);
});

test("the name of an artist stands in their own pages alone, and is kept for nobody", () => {
  const server = onceDrawn();
  const draw = (artist?: string) => {
    const page = pageFrame("/about-mahogany-", [], artist);
    const html = renderToHtml(server.within(page), null, "/");
    expect(html).toBe(renderToHtml(page, null, "/"));
    return html;
  };
  draw();
  const drawings = server.drawings();
  expect(draw("Sigrid Vale")).toContain('href="/dashboard"');
  expect(draw("Noor <Ayad>")).not.toContain("Sigrid");
  expect(draw()).not.toMatch(/Sigrid|Noor|dashboard/);
  expect(server.drawings()).toBe(drawings);
});

test("the steps are drawn anew for whoever is elsewhere among them", () => {
  const server = onceDrawn();
  for (const completedSteps of [[], ["artist"], ["artist", "music"]] as const)
    for (const current of ["artist", "music", "about", "review"] as const) {
      const steps = <Stepper current={current} completed={[...completedSteps]} />;
      expect(renderToHtml(server.within(steps))).toBe(renderToHtml(steps));
    }
});

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

test("a field is drawn once for all, and its value as each has it", () => {
  const server = onceDrawn();
  const values = ["", "Ada", `"><script>alert(1)</script>`, "O'Hara & Søn", "$& $1 \\"];
  for (const value of values) {
    const fields = [
      { id: "name", name: "name", label: "Name", defaultValue: value },
      { id: "mail", name: "mail", label: "E-mail", type: "email", spellCheck: false },
      { id: "site", name: "site", label: "Site", description: "As it is.", defaultValue: value },
      { id: "wrong", name: "wrong", label: "Wrong", error: "Say more.", defaultValue: value },
      { id: "first", name: "first", label: "First", autoFocus: true, defaultValue: value },
      { id: "rich", name: "rich", label: <b>Rich</b>, defaultValue: value },
      { name: "nameless", label: "Nameless", defaultValue: value },
    ];
    for (const field of fields) {
      const { defaultValue = value } = field;
      const input = <TextInput {...field} defaultValue={defaultValue} />;
      expect(renderToHtml(server.within(input)), field.name).toBe(renderToHtml(input));
    }
  }
  // What is wrong with it, or of more than words, is drawn each time.
  expect(server.drawings()).toBe(4);
});
