import { citiesOf } from "~/reference/cities";

/**
 * Cities for a page without script, which cannot follow the country as it is chosen: those of the
 * saved country, and cities of the world while there is none. A server file, because browsers load
 * the cities only when somebody comes to that field. One on each line: as texts of their own, sixty of
 * them are most of what a page hands to its scripts, and of what that takes.
 */
export function cityHints(country: string): string {
  return citiesOf(country || "elsewhere").join("\n");
}
