import { expect, test } from "vitest";
import { importing } from "./importing";

test("offline no script is asked for, which the browser would keep as failed; afterwards it is", async () => {
  let [asked, online] = [0, false];
  const load = importing(
    async () => {
      asked += 1;
      return "panel";
    },
    () => online,
  );
  await expect(load()).rejects.toThrow("Offline");
  expect(asked).toBe(0);
  online = true;
  expect(await load()).toBe("panel");
});
