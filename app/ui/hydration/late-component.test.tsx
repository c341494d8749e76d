import { JSDOM } from "jsdom";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { lateComponent, loadDrawnParts } from "./late-component";
import { LatePart } from "./late-part";

const documentOf = (html: string) => new JSDOM(html).window.document;
const Words = ({ text }: { text: string }) => <p>{text}</p>;

afterEach(() => void vi.useRealTimers());

test("the parts that stand in a page are loaded once each, those within them too, and no others", async () => {
  const loaded: string[] = [];
  const load = (name: string) => async () => {
    loaded.push(name);
    // The script of an outer part knows the inner one.
    if (name === "outer") lateComponent("inner", load("inner"));
    return Words;
  };
  for (const name of ["outer", "other", "closed"]) lateComponent(name, load(name));
  const part = '<div data-late="outer"><div data-late="inner"></div></div>';
  await loadDrawnParts(documentOf(`${part}<div data-late="other"></div>${part}`));
  expect(loaded.toSorted()).toEqual(["inner", "other", "outer"]);
});

test("a page does not wait for ever for a script that does not come", async () => {
  vi.useFakeTimers();
  lateComponent("lost", () => new Promise<typeof Words>(() => {}));
  const waiting = loadDrawnParts(documentOf('<div data-late="lost"></div>'));
  await vi.advanceTimersByTimeAsync(60_000);
  await waiting;
});

test("a part whose script is there is drawn at once, one whose script is not has its fallback", async () => {
  const words = lateComponent("words", async () => Words);
  const page = (
    <LatePart component={words} fallback={<p>Loading...</p>} props={{ text: "Hello" }} />
  );
  expect(renderToString(page)).toContain("Loading...");
  await loadDrawnParts(documentOf('<div data-late="words"></div>'));
  expect(renderToString(page)).toContain("<p>Hello</p>");
});
