import { expect, test } from "vitest";
import { greetedIn, profileOfRelease } from "./profile";

const form = {
  firstName: "An",
  surname: "Nguyễn",
  fullName: "",
  artistName: "Tide",
  country: "",
  city: "",
  bio: "",
  spotifyProfile: "",
  instagramProfile: "",
  tiktokProfile: "",
};

test.each([
  ["", "An Nguyễn"],
  ["Nguyễn Văn An", "Nguyễn Văn An"],
])("with the full name %j an account is made out to %s", (fullName, name) => {
  expect(profileOfRelease({ ...form, fullName }).name).toBe(name);
});

test("a mail to an account greets by the name as it is written, never by the family name alone", () => {
  expect(greetedIn({ name: "Nguyễn Văn An", artistName: "Tide" }).firstName).toBe("Nguyễn Văn An");
});
