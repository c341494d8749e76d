import { expect, test } from "vitest";
import { sealText, unsealText } from "./sealed-text";

test("a sealed text is decrypted with its secret only, and differs each time", async () => {
  const sealedText = await sealText("a secret", '["tökens"]');
  expect(sealedText).not.toContain("kens");
  expect(await sealText("a secret", '["tökens"]')).not.toBe(sealedText);
  expect(await unsealText("a secret", sealedText)).toBe('["tökens"]');
  expect(await unsealText("another", sealedText)).toBeUndefined();
});

test("a text that was not sealed, or was changed, is not decrypted", async () => {
  const sealedText = await sealText("a secret", "text");
  for (const strange of ["", ".", "text", '["token"]', sealedText.slice(0, -8), `A${sealedText}`])
    expect(await unsealText("a secret", strange)).toBeUndefined();
});
