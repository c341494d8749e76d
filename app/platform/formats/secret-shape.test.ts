import { expect, test } from "vitest";
import { randomIds } from "../ids";
import { isSecret, SECRET } from "./secret-shape";

test("what is made as a secret has its form; what is cut, longer, or of other characters has not", () => {
  const secret = randomIds.secret();
  const others = [secret.slice(1), `${secret}a`, `${secret}\n`, `${secret.slice(1)}.`, ""];
  expect([isSecret(secret), ...others.map(isSecret)]).toEqual([true, ...others.map(() => false)]);
  expect(new RegExp(`/r/(${SECRET})`).exec(`https://x.example/r/${secret}.`)?.[1]).toBe(secret);
});
