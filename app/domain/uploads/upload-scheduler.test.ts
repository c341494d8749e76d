import { expect, test } from "vitest";
import { createUploadScheduler, type ScheduledTurn } from "./upload-scheduler";

const SMALL = 15;
const never = new AbortController().signal;

function aLine() {
  const line = createUploadScheduler(SMALL);
  const sending: string[] = [];
  const waits: string[] = [];
  const turns = new Map<string, ScheduledTurn>();
  async function come(name: string, size: number, signal = never) {
    const turn = await line.turn(size, signal, () => waits.push(name));
    turns.set(name, turn);
    sending.push(name);
  }
  const end = async (name: string) => {
    turns.get(name)?.end();
    await Promise.resolve();
    await Promise.resolve();
  };
  return { come, end, sending, waits, turns };
}

test("large files go one after the other, in the order they came", async () => {
  const { come, end, sending, waits } = aLine();
  await come("first", 100);
  const rest = [come("second", 200), come("third", 50)];
  expect(waits).toEqual(["second", "third"]);
  await end("first");
  expect(sending).toEqual(["first", "second"]);
  await end("second");
  await Promise.all(rest);
  expect(sending).toEqual(["first", "second", "third"]);
});

test("a small file goes beside a large one, and small ones one after the other", async () => {
  const { come, end, sending, waits } = aLine();
  await come("audio", 100);
  await come("artwork", 5);
  void come("other artwork", 5);
  expect(sending).toEqual(["audio", "artwork"]);
  expect(waits).toEqual(["other artwork"]);
  await end("artwork");
  expect(sending).toEqual(["audio", "artwork", "other artwork"]);
});

test("a file that gets nothing through keeps nobody else from sending", async () => {
  const { come, sending, turns } = aLine();
  await come("stuck", 100);
  const second = come("second", 100);
  turns.get("stuck")?.stuck(true);
  await second;
  expect(sending).toEqual(["stuck", "second"]);
});

test("a file that is given up leaves the line, and ending a turn twice changes nothing", async () => {
  const { come, end, sending } = aLine();
  await come("first", 100);
  const stop = new AbortController();
  const abandonedTurn = come("gone", 100, stop.signal);
  void come("third", 100);
  stop.abort(new Error("removed"));
  await expect(abandonedTurn).rejects.toThrow("removed");
  await end("first");
  await end("first");
  expect(sending).toEqual(["first", "third"]);
});
