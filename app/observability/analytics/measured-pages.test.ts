import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { MEASURED_PAGES, measuredPage } from "./measured-pages";

test.each([
  ["/submit/artist", "/submit/artist"],
  ["/submit/artist/", "/submit/artist"],
  ["/submission/01J0B", "/submission/:id"],
  ["/release-details/12/splits", "/release-details/:id/splits"],
  ["/staff/links/invitation", "/staff/links/invitation"],
  ["/", undefined],
  ["/learn-more", undefined],
  ["/submit/success", undefined],
  ["/split/secret-token", undefined],
  ["/submit/continue/secret-token", undefined],
  ["/staff/../etc", undefined],
])("%s is measured as %s", (pathname, page) => {
  expect(measuredPage(pathname)).toBe(page);
});

/** Pages of these areas without script or without content of their own. */
const NOT_MEASURED =
  /^\/submit\/(continue|dev|joined|notice|open|success)|^\/agreement\/|^\/dashboard\/continue$|^\/staff\/(\$$|presence$|queue\.csv|figures\.csv|sign-out|tracks|artists\/:id\/publish|submissions\/:id\/(?:message|package|sheet)|sheets\/file|views$)|^\/edit-profile\/data\/download|^\/submission$/;

test("every page of the wizard, the portal and staff is measured", () => {
  const paths = readdirSync(new URL("../../routes/", import.meta.url))
    .filter((name) => /^(submit|_portal|staff|analytics|test-dashboard|login)/.test(name))
    .map((name) =>
      `/${name.replace(/\.tsx$/, "")}`
        .replaceAll("[.]", "\0")
        .replaceAll(".", "/")
        .replaceAll("\0", ".")
        .replaceAll("_/", "/")
        .replace(/\/_\w+/g, "")
        .replace(/\$\w+/g, ":id"),
    )
    .filter(
      (path) =>
        path !== "" && !/^\/login\/(?:link|confirm)\/:id$/.test(path) && !NOT_MEASURED.test(path),
    );
  expect(paths.length).toBeGreaterThan(25);
  expect(paths.filter((path) => !MEASURED_PAGES.some((page) => page === path))).toEqual([]);
});
