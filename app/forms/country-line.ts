import * as v from "valibot";
import { findCountry } from "~/reference/country-aliases";
import { singleLine } from "./fields";

/** A country as posted: by its name in the list, whichever of its names was typed; else as typed. */
export const countryLine = v.pipe(
  singleLine,
  v.transform((text) => findCountry(text) ?? text),
);

/** What is wrong with a country that is no name of the list. */
export const NO_COUNTRY = "We don't know this country. Choose one from the list";
