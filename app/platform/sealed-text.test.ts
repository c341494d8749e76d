import { expect, test } from "vitest";
import { sealText, unsealText } from "./sealed-text";

test("a sealed text is read with its secret alone, and never looks the same twice", async () => {
  const sealed = await sealText("a secret", '["tökens"]');
  expect(sealed).not.toContain("kens");
  expect(await sealText("a secret", '["tökens"]')).not.toBe(sealed);
  expect(await unsealText("a secret", sealed)).toBe('["tökens"]');
  expect(await unsealText("another", sealed)).toBeUndefined();
});

test("what was not sealed, or was changed since, is not read", async () => {
  const sealed = await sealText("a secret", "text");
  for (const strange of ["", ".", "text", '["token"]', sealed.slice(0, -8), `A${sealed}`])
    expect(await unsealText("a secret", strange)).toBeUndefined();
});
