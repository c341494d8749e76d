import { expect, test } from "vitest";
import { requireOwnSite } from "./require-own-site";

const from = (site?: string) => () =>
  requireOwnSite({ headers: new Headers(site === undefined ? {} : { "Sec-Fetch-Site": site }) });

test.each(["same-origin", "none", undefined])("what comes from %s is let through", (site) => {
  expect(from(site)).not.toThrow();
});

test.each(["cross-site", "same-site", "", "anything"])("what comes from %s is refused", (site) => {
  let thrown: unknown;
  try {
    from(site)();
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toMatchObject({ status: 403 });
});
