import { expect, test } from "vitest";
import { isSecretLink, routeName } from "./route-name";

test.each([
  ["/", "/"],
  ["/submit/review", "/submit/review"],
  ["/submit/review.data", "/submit/review.data"],
  ["/_root.data", "/_root.data"],
  ["/staff/submissions/01JD7Z5R8Q0000000000000000", "/staff/submissions/:id"],
  ["/submission/01JD7Z5R8Q0000000000000000.data", "/submission/:id.data"],
  [
    "/api/cloud-storage/uploads/01JD7Z5R8Q0000000000000000/parts/7",
    "/api/cloud-storage/uploads/:id/parts/:number",
  ],
  ["/i/short", "/i/:token"],
  ["/SUBMIT/CONTINUE/abc", "/submit/continue/:token"],
  ["/split/abcdefghijklmnop/more?x=1", "/split/:token"],
  ["/submit/continue/abc", "/submit/continue/:token"],
  ["/files/01JD7Z5R8Q0000000000000000/Zephyr-Marker.wav", "/files/:id/:name"],
  ["/ada@example.com", "/:other"],
  ["/Ada-Lovelace/submit", "/:other/submit"],
  ["/447700900123", "/:number"],
  ["/wp-login.php", "/:other"],
  ["/assets/Zephyr.js", "/assets/:other"],
  ["/staff/:id/:token", "/staff/:id/:token"],
])("%s is told as %s", (path, expectedName) => {
  expect(routeName(`https://submit.example.com${path}`)).toBe(expectedName);
});

test("addresses that grant access are recognized as secret", () => {
  expect(["/i/abc", "/split/abc", "/submit/artist"].map(isSecretLink)).toEqual([true, true, false]);
});
