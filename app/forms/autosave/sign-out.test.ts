import { expect, test } from "vitest";
import { KEPT_DRAFT } from "./kept-draft.client";
import { SIGN_OUT_SCRIPT } from "./sign-out";

test("the script of pages without scripts stands alone, and names what is kept as it is kept", () => {
  const document = { addEventListener: (name: string) => heard.push(name) };
  const heard: string[] = [];
  const window = {};
  // Nothing but what a browser has is there for it.
  new Function("window", "document", `"use strict"; ${SIGN_OUT_SCRIPT}; ${SIGN_OUT_SCRIPT}`)(
    window,
    document,
  );
  expect(heard).toEqual(["submit"]);
  for (const name of [KEPT_DRAFT, "draft:", "profile", "details", "splits"])
    expect(SIGN_OUT_SCRIPT).toContain(`"${name}"`);
  expect(SIGN_OUT_SCRIPT).not.toContain("</");
});
