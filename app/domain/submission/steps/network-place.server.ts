import * as v from "valibot";
import { singleLine } from "~/forms/fields";
import { countryName } from "~/reference/countries";

/** Where a visitor's network is, by Cloudflare: a country of our list, and its city if that is known. */
export interface NetworkPlace {
  country: string;
  city: string;
}

const placeSchema = v.object({ city: v.optional(singleLine, "") });

/** What Cloudflare says of a request's network; undefined for unknown countries and on local runs. */
export function networkPlace(request: Request): NetworkPlace | undefined {
  const country = countryName(request.headers.get("CF-IPCountry") ?? "");
  if (country === undefined) return undefined;
  const found = v.safeParse(placeSchema, "cf" in request ? request.cf : undefined);
  const city = request.headers.get("CF-IPCity") ?? (found.success ? found.output.city : "");
  return { country, city: v.parse(singleLine, city) };
}
