import { expect, test } from "vitest";
import { OFFLINE_DRAFT_KEY, SIGN_OUT_SCRIPT } from "./sign-out";

test("the script of pages without scripts stands alone, and names what is kept as it is kept", () => {
  const document = { addEventListener: (name: string) => eventNames.push(name) };
  const eventNames: string[] = [];
  const window = {};
  // Nothing but what a browser has is there for it.
  new Function("window", "document", `"use strict"; ${SIGN_OUT_SCRIPT}; ${SIGN_OUT_SCRIPT}`)(
    window,
    document,
  );
  expect(eventNames).toEqual(["submit"]);
  for (const name of [OFFLINE_DRAFT_KEY, "draft:", "profile", "details", "splits"])
    expect(SIGN_OUT_SCRIPT).toContain(`"${name}"`);
  expect(SIGN_OUT_SCRIPT).not.toContain("</");
});

test("other tabs are told, and give up what is the account's alone", () => {
  const events: CustomEvent[] = [];
  const tabs: { onmessage?: () => void; told: unknown[] }[] = [];
  class BroadcastChannel {
    onmessage?: () => void;
    told: unknown[] = [];
    constructor() {
      tabs.push(this);
    }
    postMessage = (message: unknown) => this.told.push(message);
  }
  const document = {
    addEventListener: () => {},
    dispatchEvent: (event: CustomEvent) => events.push(event),
    querySelector: () => ({ dataset: { ownDraft: "01JOWN" } }),
  };
  const removedKeys: string[] = [];
  const localStorage = {
    "draft:A-1:profile": "{}",
    "draft:01JOWN:music": "{}",
    "draft:01JOPEN:music": "{}",
    removeItem: (key: string) => removedKeys.push(key),
  };
  new Function("window", "document", "localStorage", SIGN_OUT_SCRIPT)(
    ...[{ BroadcastChannel }, document, localStorage],
  );
  tabs[0]?.onmessage?.();
  // Told of it, a tab tells nobody else.
  expect([events.length, tabs.length, tabs[0]?.told]).toEqual([1, 1, []]);
  const isTheirs = events[0]?.detail as (name: string) => boolean;
  const names = ["A-1:profile", "01J:details", "01J:splits", "01JOWN:music", "01JOPEN:music"];
  expect(names.map(isTheirs)).toEqual([true, true, true, true, false]);
  expect(removedKeys).toEqual(["draft:A-1:profile", "draft:01JOWN:music", OFFLINE_DRAFT_KEY]);
});
