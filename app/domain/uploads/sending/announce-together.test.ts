import { expect, test } from "vitest";
import { announceTogether } from "./announce-together.client";
import { ANNOUNCE_PATH } from "./server-calls.client";
import { UploadTable } from "./upload-table.client";

test("a file that is let go while it is announced alone takes its call along", async () => {
  const signals: AbortSignal[] = [];
  const unused = () => Promise.reject(new Error("Nothing is sent."));
  const transport = {
    send: unused,
    ask: (_call: unknown, signal: AbortSignal) => {
      signals.push(signal);
      return new Promise<never>(() => undefined);
    },
  };
  const together = announceTogether({ transport, later: () => () => undefined }, new UploadTable());
  const file = new AbortController();
  const outcome = together.ask(
    { method: "POST", path: ANNOUNCE_PATH, body: {}, limitMs: 1 },
    file.signal,
  );
  await Promise.resolve();
  expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
  file.abort();
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  expect((await outcome).kind).toBe("none");
});
