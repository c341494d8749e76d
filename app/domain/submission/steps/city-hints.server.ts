import { citiesOf } from "~/reference/cities";

/**
 * Cities for a page without script: those of the saved country, else of the world. On the server,
 * because browsers load the cities only for that field. One string with a city per line keeps the
 * page data small.
 */
export function cityHints(country: string): string {
  return citiesOf(country || "elsewhere").join("\n");
}
