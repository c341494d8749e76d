import * as v from "valibot";
import { type CatalogueItem, catalogueItemSchema } from "~/catalogue/catalogue-item";
import { spotifyLink } from "~/catalogue/spotify-link";
import { list, singleLine, tooLong } from "~/forms/fields";
import { type FieldErrors, missingError } from "~/forms/form-reply";

/** Releases one submission may transfer; what a posted list is cut to. */
export const MAX_CATALOGUE_ITEMS = 50;

/** Why nothing more can be added. */
export const FULL_LIST_TEXT = `One submission can transfer ${MAX_CATALOGUE_ITEMS} releases. Remove one, or send the others with your next submission.`;
const NO_RELEASE_TEXT = "Please add at least one release to transfer";
/** Text that may be JSON as what it says; anything else stays what it is. */
const jsonSchema = v.pipe(
  v.unknown(),
  v.transform((value) => {
    if (typeof value !== "string") return value;
    try {
      const json: unknown = JSON.parse(value);
      return json;
    } catch {
      return undefined;
    }
  }),
);

/** Where a cover may be shown from; plain http only in local runs. */
const PICTURE_URL = /^(?:https:\/\/|http:\/\/localhost[:/]|\/(?!\/))/;

// Staff open these links, so one that leads anywhere but to this release on Spotify is refused.
const itemSchema = v.pipe(
  jsonSchema,
  catalogueItemSchema,
  v.check(({ type, spotifyUrl }) => spotifyLink(spotifyUrl)?.type === type),
  v.transform(
    (release): CatalogueItem => (release.image && PICTURE_URL.test(release.image) ? release : { ...release, image: null }),
  ),
);

/** A release as an object or as its JSON; undefined for anything that may not be transferred. */
export function readItem(input: unknown): CatalogueItem | undefined {
  const result = v.safeParse(itemSchema, input);
  return result.success ? result.output : undefined;
}

const itemKey = ({ type, id }: CatalogueItem) => `${type}:${id}`;

/** The answers of the transfer section. An item comes as an object or, from a form, as its JSON. */
export const transferEntries = {
  distributor: singleLine,
  catalogueItems: v.pipe(
    list(v.fallback(v.nullable(itemSchema), null), MAX_CATALOGUE_ITEMS),
    v.transform((items) => items.filter((item) => item !== null).reduce(addCatalogueItem, [])),
  ),
};
type TransferAnswers = v.InferOutput<v.ObjectSchema<typeof transferEntries, undefined>>;

/** Adds a release; one that is there already is replaced by what is known of it now. */
export function addCatalogueItem(
  items: readonly CatalogueItem[],
  addedItem: CatalogueItem,
): CatalogueItem[] {
  if (items.some((existing) => itemKey(existing) === itemKey(addedItem)))
    return items.map((existing) => (itemKey(existing) === itemKey(addedItem) ? addedItem : existing));
  return items.length < MAX_CATALOGUE_ITEMS ? [...items, addedItem] : [...items];
}

/** The list without one release. */
export function removeCatalogueItem(
  items: readonly CatalogueItem[],
  removedItem: Pick<CatalogueItem, "type" | "id">,
): CatalogueItem[] {
  return items.filter(({ type, id }) => type !== removedItem.type || id !== removedItem.id);
}

/**
 * The rule of the transfer section (specification, section 5). The distributor is marked as
 * required there but not checked, so its absence stops nobody.
 */
export function checkTransfer(answers: TransferAnswers): FieldErrors {
  const errors: FieldErrors = {};
  const long = tooLong("The distributor", answers.distributor, 200);
  if (long) errors.distributor = long;
  if (answers.catalogueItems.length === 0) errors.catalogueItems = missingError(NO_RELEASE_TEXT);
  return errors;
}

/** The releases' addresses as the board takes them: joined by commas (specification, section 7). */
export function transferUrls(items: readonly CatalogueItem[]): string {
  return items.map(({ spotifyUrl }) => spotifyUrl).join(",");
}
