import { expect, test } from "vitest";
import { createFaultInjector, InjectedFaultError } from "./fault-injection.server";

function sandbox(answer: unknown) {
  const calls: unknown[] = [];
  const fetch = async (request: Request) => {
    calls.push(new URL(request.url).pathname, await request.json());
    return Response.json(answer);
  };
  return { asked: calls, fetch };
}

test("without a sandbox nothing ever fails", async () => {
  await expect(createFaultInjector(undefined)("record", "D")).resolves.toBeUndefined();
});

test("the sandbox is asked by point and draft, and decides", async () => {
  const calm = sandbox({ fail: false });
  await expect(createFaultInjector(calm)("upload-start", "D")).resolves.toBeUndefined();
  expect(calm.asked).toEqual(["/sandbox/site/ask", { at: "upload-start", draftId: "D" }]);
  await expect(createFaultInjector(sandbox({ fail: true }))("record", "D")).rejects.toThrow(
    InjectedFaultError,
  );
});

test.each([{}, null, [], { fail: "true" }, { error: "Nothing here." }])(
  "an answer of %j is no failure",
  async (answer) => {
    await expect(createFaultInjector(sandbox(answer))("record", "D")).resolves.toBeUndefined();
  },
);
