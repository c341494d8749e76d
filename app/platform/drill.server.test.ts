import { expect, test } from "vitest";
import { DrillError, drill } from "./drill.server";

function sandbox(answer: unknown) {
  const calls: unknown[] = [];
  const fetch = async (request: Request) => {
    calls.push(new URL(request.url).pathname, await request.json());
    return Response.json(answer);
  };
  return { asked: calls, fetch };
}

test("without a sandbox nothing ever fails", async () => {
  await expect(drill(undefined)("record", "D")).resolves.toBeUndefined();
});

test("the sandbox is asked by point and draft, and decides", async () => {
  const calm = sandbox({ fail: false });
  await expect(drill(calm)("upload-start", "D")).resolves.toBeUndefined();
  expect(calm.asked).toEqual(["/sandbox/site/ask", { at: "upload-start", draftId: "D" }]);
  await expect(drill(sandbox({ fail: true }))("record", "D")).rejects.toThrow(DrillError);
});

test.each([{}, null, [], { fail: "true" }, { error: "Nothing here." }])(
  "an answer of %j is no failure",
  async (answer) => {
    await expect(drill(sandbox(answer))("record", "D")).resolves.toBeUndefined();
  },
);
