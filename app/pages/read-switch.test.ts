import { expect, test } from "vitest";
import { readSwitch } from "./read-switch";

const HERE = "https://submit.example.com/submit/notice";

test("a form that names nothing leads to the wizard, and one that is too long is refused", async () => {
  const post = (body: string) => readSwitch(new Request(HERE, { method: "POST", body }));
  expect(await post("to=%2Fsubmit%2Fabout&validation=on")).toMatchObject({ to: "/submit/about" });
  expect((await post("")).to).toBe("/submit");
  const refusal = await post(`to=/submit/about&x=${"x".repeat(9_000)}`).catch(
    (response) => response,
  );
  expect(refusal.status).toBe(413);
});
