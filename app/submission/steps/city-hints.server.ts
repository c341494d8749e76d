import { citiesOf } from "~/reference/cities";

/**
 * Cities for a page without script, which cannot follow the country as it is chosen: those of the
 * saved country, and cities of the world while there is none. A server file, because browsers load
 * the cities only when somebody comes to that field.
 */
export function cityHints(country: string): readonly string[] {
  return citiesOf(country || "elsewhere");
}
