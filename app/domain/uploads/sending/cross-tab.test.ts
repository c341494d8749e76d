import { once } from "node:events";
import { afterAll, expect, test } from "vitest";
import { broadcastProgress, onTabProgress } from "./cross-tab.client";

/** Another tab, with a channel of its own. */
const other = new BroadcastChannel("uploads");
afterAll(() => other.close());

/** Everything that was sent before this has been heard when it resolves. */
async function waitForTabs(): Promise<void> {
  const lastMessage = new Promise<void>((resolve) => {
    const stop = onTabProgress("last", () => {
      stop();
      resolve();
    });
  });
  other.postMessage({ name: "last", stored: 0 });
  await lastMessage;
}

test("a tab hears how far another is with the same upload, and nothing else", async () => {
  const reports: number[] = [];
  const stop = onTabProgress("mine", (storedBytes) => reports.push(storedBytes));
  other.postMessage({ name: "mine", stored: 5 });
  other.postMessage({ name: "another's", stored: 6 });
  other.postMessage({ name: "mine", stored: "7" });
  other.postMessage("noise");
  other.postMessage({ name: "mine", stored: 8 });
  await waitForTabs();
  stop();
  other.postMessage({ name: "mine", stored: 9 });
  await waitForTabs();
  expect(reports).toEqual([5, 8]);
});

test("the tab that sends tells the others, and does not hear itself", async () => {
  const reports: number[] = [];
  const stop = onTabProgress("mine", (storedBytes) => reports.push(storedBytes));
  const message = once(other as unknown as EventTarget, "message");
  broadcastProgress("mine", 42);
  const [event] = (await message) as [MessageEvent];
  await waitForTabs();
  stop();
  expect([event.data, reports]).toEqual([{ name: "mine", stored: 42 }, []]);
});
