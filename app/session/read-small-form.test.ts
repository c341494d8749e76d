import { expect, test } from "vitest";
import { readSmallForm } from "./read-small-form";

const HERE = "https://submit.example.com/submit/notice";

test("a form without a return path leads to the wizard, and one that is too long is refused", async () => {
  const post = (body: string) => readSmallForm(new Request(HERE, { method: "POST", body }));
  expect(await post("to=%2Fsubmit%2Fabout&validation=on")).toMatchObject({ to: "/submit/about" });
  expect((await post("")).to).toBe("/submit");
  const refusal = await post(`to=/submit/about&x=${"x".repeat(9_000)}`).catch(
    (response) => response,
  );
  expect(refusal.status).toBe(413);
});

test("both form encodings are read without files and null characters, and anything else is empty", async () => {
  const read = async (body: BodyInit, type?: string) => {
    const headers = type ? { "Content-Type": type } : undefined;
    const { fields } = await readSmallForm(new Request(HERE, { method: "POST", body, headers }));
    return [...fields];
  };
  const pairs = [
    ["List-Unsubscribe", "One-Click"],
    ["to", "/a\0b"],
  ] as const;
  const expectedPairs = [
    ["List-Unsubscribe", "One-Click"],
    ["to", "/ab"],
  ];
  const form = new FormData();
  for (const [name, value] of pairs) form.append(name, value);
  form.append("file", new File(["x"], "x.txt"));
  expect(await read(form)).toEqual(expectedPairs);
  expect(await read(new URLSearchParams(pairs.map(([...pair]) => pair)))).toEqual(expectedPairs);
  expect(await read("--x", "multipart/form-data; boundary=y")).toEqual([]);
});

test("a text longer than any field of a small form is cut before it is normalized", async () => {
  const body = new URLSearchParams({ note: `a${" ".repeat(60_000)}a` });
  const { fields } = await readSmallForm(
    new Request(HERE, { method: "POST", body }),
    "/submit",
    100_000,
  );
  expect(fields.get("note")).toMatch(/^a…+$/);
  expect(fields.get("note")).toHaveLength(5_001);
});
