import type { Miniflare } from "miniflare";
import { expect, test } from "vitest";
import { retryUnread } from "../support/steady-runtime";

type Dispatch = Miniflare["dispatchFetch"];

/** Fails in these ways, then answers; counts its requests. */
function failingDispatch(...codes: string[]) {
  let calls = 0;
  const dispatch = async () => {
    const code = codes[calls++];
    if (code === undefined) return "answer";
    throw new TypeError("fetch failed", { cause: Object.assign(new Error(), { code }) });
  };
  return { dispatch: dispatch as unknown as Dispatch, countCalls: () => calls };
}

test.each(["UND_ERR_SOCKET", "ECONNRESET", "EPIPE"])(
  "a request on a connection that was closed by %s is made again",
  async (code) => {
    const { dispatch, countCalls } = failingDispatch(code, code);
    expect(await retryUnread(dispatch)("http://runtime/", { method: "POST", body: "{}" })).toBe(
      "answer",
    );
    expect(countCalls()).toBe(3);
  },
);

test("a runtime that is gone is not asked again", async () => {
  const { dispatch, countCalls } = failingDispatch("ECONNREFUSED");
  await expect(retryUnread(dispatch)("http://runtime/")).rejects.toThrow("fetch failed");
  expect(countCalls()).toBe(1);
});

test("a request whose body can be read only once is not made again", async () => {
  const { dispatch, countCalls } = failingDispatch("UND_ERR_SOCKET");
  const body = new Blob(["bytes"]).stream();
  const send = retryUnread(dispatch)("http://runtime/", { method: "POST", body } as never);
  await expect(send).rejects.toThrow("fetch failed");
  expect(countCalls()).toBe(1);
});
