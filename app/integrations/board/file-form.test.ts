import { expect, test } from "vitest";
import { fileForm } from "./file-column.server";

const call = { query: "mutation { a }", variables: { itemId: "7" }, fileVariable: "file" };

test("the form can be parsed, and has the stated length", async () => {
  const bytes = new TextEncoder().encode("RIFF and so on");
  const name = 'Söng "one"\r\nX-Header: 1.wav';
  const file = { name, contentType: "audio/wav", size: bytes.length };
  const { head, tail, contentType, length } = fileForm(call, file, "--edge");
  const body = new Blob([head as BlobPart, bytes, tail as BlobPart]);
  expect(body.size).toBe(length);
  const headers = { "Content-Type": contentType };
  const form = await new Response(body, { headers }).formData();
  expect(form.get("query")).toBe("mutation { a }");
  expect(JSON.parse(String(form.get("variables")))).toEqual({ itemId: "7", file: null });
  expect(JSON.parse(String(form.get("map")))).toEqual({ 0: ["variables.file"] });
  const filePart = form.get("0");
  if (!(filePart instanceof File)) throw new Error("no file");
  expect(await filePart.text()).toBe("RIFF and so on");
  expect(filePart.type).toBe("audio/wav");
  expect(filePart.name).toContain("Söng");
  expect(filePart.name).toContain("X-Header: 1.wav");
});
