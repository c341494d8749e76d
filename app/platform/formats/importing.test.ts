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

test("what has come once is there offline, too", async () => {
  let online = true;
  const load = importing(
    async () => "panel",
    () => online,
  );
  expect(await load()).toBe("panel");
  online = false;
  expect(await load()).toBe("panel");
});
