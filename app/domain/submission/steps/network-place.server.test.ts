import { expect, test } from "vitest";
import { networkPlace } from "./network-place.server";

const from = (headers: Record<string, string>, cf?: unknown) =>
  networkPlace(Object.assign(new Request("https://site.test/", { headers }), { cf }));

test("a network's country is one of our list, with its city where that is known", () => {
  expect(from({ "CF-IPCountry": "IE" }, { city: "Cork" })).toEqual({
    country: "Ireland",
    city: "Cork",
  });
  expect(from({ "CF-IPCountry": "IE", "CF-IPCity": "Galway" })).toEqual({
    country: "Ireland",
    city: "Galway",
  });
  expect(from({ "CF-IPCountry": "DE" })).toEqual({ country: "Germany", city: "" });
  expect(from({ "CF-IPCountry": "DE" }, { city: 5 })).toEqual({ country: "Germany", city: "" });
});

test.each(["XX", "T1", "", "Ireland", "constructor"])("the country '%s' is none", (country) => {
  expect(from({ "CF-IPCountry": country }, { city: "Cork" })).toBeUndefined();
});

test("a local run, which has no such header, offers nothing", () => {
  expect(from({}, { country: "US", city: "Austin" })).toBeUndefined();
});
