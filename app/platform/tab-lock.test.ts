import { afterAll, afterEach, expect, test, vi } from "vitest";
import { TabLock } from "./tab-lock.client";

/** The locks of a browser, whose tabs are the locks that are made here. */
function stubLocks(): void {
  const held = new Map<string, Promise<unknown>>();
  const request = async (
    name: string,
    { ifAvailable }: LockOptions,
    run: (lock: object | null) => unknown,
  ) => {
    if (ifAvailable && held.has(name)) return run(null);
    while (held.has(name)) await held.get(name);
    const work = Promise.resolve(run({ name }));
    held.set(name, work);
    void work.then(() => held.delete(name));
    return work;
  };
  vi.stubGlobal("navigator", { locks: { request } });
}

const other = new BroadcastChannel("tab-locks");
afterAll(() => other.close());
afterEach(() => vi.unstubAllGlobals());
const never = new AbortController().signal;

test("a tab that waits hears how far the other one is, and nothing else, and goes on when it lets go", async () => {
  stubLocks();
  const [first, second] = [new TabLock("mine"), new TabLock("mine")];
  await first.claim(never, vi.fn(), vi.fn());
  const onBusy = vi.fn();
  const heard: number[] = [];
  const claimed = second.claim(never, onBusy, (progress) => heard.push(progress));
  await vi.waitFor(() => expect(onBusy).toHaveBeenCalledOnce());
  other.postMessage({ name: "another's", progress: 6 });
  other.postMessage({ name: "mine", progress: "7" });
  other.postMessage("noise");
  first.tell(8);
  await vi.waitFor(() => expect(heard).toEqual([8]));
  first.release();
  await claimed;
  second.release();
});

test("locks of other names wait for nobody, nor does anybody where browsers have no locks", async () => {
  stubLocks();
  const onBusy = vi.fn();
  const locks = [new TabLock("one"), new TabLock("two")];
  for (const lock of locks) await lock.claim(never, onBusy, vi.fn());
  vi.stubGlobal("navigator", {});
  const alone = new TabLock("one");
  await alone.claim(never, onBusy, vi.fn());
  expect(onBusy).not.toHaveBeenCalled();
  for (const lock of [...locks, alone]) lock.release();
});
