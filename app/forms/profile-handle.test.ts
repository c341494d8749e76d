import { expect, test } from "vitest";
import { handleLink } from "./profile-handle";

test.each([
  ["instagramProfile", "@noor.ayad", "https://www.instagram.com/noor.ayad"],
  ["tiktokProfile", " @noor_ayad ", "https://www.tiktok.com/@noor_ayad"],
  ["soundcloudProfile", "@noor-ayad", "https://soundcloud.com/noor-ayad"],
  // These signs are in no address there.
  ["soundcloudProfile", "@noor.ayad", undefined],
  ["instagramProfile", "@noor-ayad", undefined],
  ["tiktokProfile", `@${"n".repeat(25)}`, undefined],
  ["appleMusicProfile", "@noor", undefined],
  ["instagramProfile", "noor ayad", undefined],
  ["instagramProfile", "@noor/ayad", undefined],
  ["instagramProfile", "@", undefined],
  ["instagramProfile", "https://www.instagram.com/noor", undefined],
  ["website", "@noor.ayad", undefined],
])("in %s the text %j stands for %s", (field, text, link) => {
  expect(handleLink(field, text)).toBe(link);
});
